// The file of a deck as text, in the encodings that spreadsheets and editors write.

import { grouped } from "./dom.js";

const MOST = 1e6;

/** The encodings that say at their beginning what they are. */
const MARKS = [{ mark: [0xff, 0xfe], encoding: "utf-16le" }, { mark: [0xfe, 0xff], encoding: "utf-16be" }];

/** Beginnings of files that are no text, and what to do instead. */
const OTHERS = [
  [[0x50, 0x4b, 0x03, 0x04], "is a workbook or an archive; save its sheet as CSV, and choose that file"],
  [[0xd0, 0xcf, 0x11, 0xe0], "is an old workbook or document; save it as CSV, and choose that file"],
  [[0x25, 0x50, 0x44, 0x46], "is a PDF; copy its words, and paste them here"],
];

const begins = (bytes, mark) => mark.every((byte, place) => bytes[place] === byte);

/** Bytes as text: UTF-8 where they are, else the encoding of Western European spreadsheets, in which every byte is a letter. */
function decoded(bytes) {
  const marked = MARKS.find(({ mark }) => begins(bytes, mark));
  if (marked) return new TextDecoder(marked.encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The text of a file that was dropped or chosen; throws where it is none. */
export async function deckText(file) {
  if (file.size > MOST) throw new Error(`${file.name} has ${grouped(file.size)} bytes; a deck has at most ${grouped(MOST)}`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const other = OTHERS.find(([mark]) => begins(bytes, mark));
  if (other) throw new Error(`${file.name} ${other[1]}`);
  const text = decoded(bytes);
  if (text.includes("\0")) throw new Error(`${file.name} is no text; save the deck as text or CSV, and choose that file`);
  return text;
}
