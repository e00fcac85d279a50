"use strict";
// Fonts that are handed over as bytes: a policy of the page may forbid to fetch them.

/** Lays a page out in a font: { name, faces: [{ weight, bytes }], up, down }; `up` and `down` replace its ascent and descent. */
async function wear(page, { name, faces, up, down }) {
  const metrics = up ? { ascentOverride: up, descentOverride: down } : {};
  for (const { weight, bytes } of faces) {
    const buffer = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)).buffer;
    const face = new page.defaultView.FontFace(name, buffer, { weight, ...metrics });
    page.fonts.add(await face.load());
  }
  page.styleSheets[0].insertRule(`* { font-family: "${name}" !important }`, 0);
}
