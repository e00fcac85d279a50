// Texts of the page whose contrast with what is behind them is below 4.5 (3 for large letters), by WCAG 2.
(() => {
  const parsed = (colour) => (/rgba?\(([^)]+)\)/.exec(colour)?.[1] ?? "0,0,0,0").split(/[ ,/]+/).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (place) => {
    for (let at = place; at; at = at.parentElement) {
      if (at.localName === "svg") {
        const ground = at.querySelector(":scope > rect");
        if (ground && ground.getAttribute("x") === "0") return parsed(getComputedStyle(ground).fill);
      }
      const colour = parsed(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] > 0.5) return colour;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255];
  };
  const found = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const place = walker.currentNode.parentElement, text = walker.currentNode.textContent.trim();
    if (!text || !place.checkVisibility?.() || place.closest("script, style, noscript, option, :disabled")) continue;
    const style = getComputedStyle(place), isDrawn = place instanceof SVGElement;
    const [over, under] = [light(parsed(isDrawn ? style.fill : style.color)), light(behind(place))];
    const ratio = (Math.max(over, under) + 0.05) / (Math.min(over, under) + 0.05);
    const size = parseFloat(style.fontSize), isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) found.add(`${ratio.toFixed(2)} ${text.slice(0, 40)}`);
  }
  return [...found];
})()
