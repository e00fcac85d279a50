// The language of the words, which the address keeps. The sentences of the page stay English.

/** The languages, as their speakers call them. */
export const LANGUAGES = { en: "English", fr: "Français", it: "Italiano", sv: "Svenska" };

let current = "en";

/** The code of the language that the page speaks. */
export const language = () => current;

/** From now on links and addresses are in this language. */
export function setLanguage(code) { current = code; }

/** The language that an address names; one that there is not is named in `reasons`. */
export function languageIn(hash, reasons) {
  const code = new URLSearchParams(hash.slice(1)).get("lang") ?? "en";
  if (Object.hasOwn(LANGUAGES, code)) return code;
  reasons.push(`there are no words in a language “${code}”, so they are English`);
  return "en";
}

/** An address of this page in a language; English is not named. */
export function inLanguage(hash, code = current) {
  const bare = hash.slice(1).split("&").filter((part) => part !== "" && !part.startsWith("lang=")).join("&");
  return `#${[bare, code === "en" ? "" : `lang=${code}`].filter(Boolean).join("&")}`;
}
