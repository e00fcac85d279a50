"use strict";
// Looks at the page in the frame, and writes what is wrong with it.
const frame = document.querySelector("iframe");

function problems(page) {
  const found = [];
  const root = page.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    found.push(`the page is ${root.scrollWidth} px wide in ${root.clientWidth}`);
  }
  const figures = [...page.querySelectorAll("figure > svg")];
  if (figures.length < 2) found.push("there are hardly any figures");
  for (const svg of figures) {
    const name = svg.parentElement.id;
    const box = svg.getBoundingClientRect();
    if (box.width < 100 || box.height < 30) found.push(`${name} is ${box.width} by ${box.height} px`);
    if (svg.querySelectorAll("rect, path, circle").length < 2) found.push(`${name} is empty`);
    for (const part of ["title", "desc"]) {
      if (!svg.querySelector(part)?.textContent.trim()) found.push(`${name} has no ${part}`);
    }
    for (const text of svg.querySelectorAll("text")) {
      const at = text.getBoundingClientRect();
      if (at.left < box.left - 1 || at.right > box.right + 1 || at.top < box.top - 1 || at.bottom > box.bottom + 1) {
        found.push(`${name}: "${text.textContent}" stands outside`);
      }
      if (parseFloat(getComputedStyle(text).fontSize) * (box.width / svg.viewBox.baseVal.width) < 9) {
        found.push(`${name}: "${text.textContent}" is too small`);
      }
    }
  }
  return found;
}

window.addEventListener("load", () => {
  const found = problems(frame.contentDocument);
  document.querySelector("#result").textContent = "report-check: " + (found.length ? found.join("; ") : "sound");
});
