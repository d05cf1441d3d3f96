/**
 * Shows text of strangers as it is: what a screen would obey or hide (controls, marks that turn the direction of writing, zero
 * widths, spaces that are none) becomes a sign. Titles come from marketplaces and notes from agents; a review must show what is
 * there. What joins or colours an emoji stays.
 */
const UNSEEN =
  /(?!\u200D|\uFE0F| )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]|(?<!\p{Extended_Pictographic})\uFE0F|(?<!\p{Extended_Pictographic}|\p{EMod}|\uFE0F)\u200D|\u200D(?!\p{Extended_Pictographic})/gu;

export interface Piece {
  readonly text: string;
  /** The piece is one character that nobody would see. */
  readonly unseen: boolean;
}

/** Text cut at the characters that nobody would see, each of which is a piece of its own. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index, 0: character } of text.matchAll(UNSEEN)) {
    if (index > from) pieces.push({ text: text.slice(from, index), unseen: false });
    pieces.push({ text: character, unseen: true });
    from = index + character.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), unseen: false });
  return pieces;
}

/** @param sign the text in place of a character that nobody would see */
export const withSigns = (text: string, sign: (character: string) => string): string =>
  text.replaceAll(UNSEEN, (character) => sign(character));

/**
 * The text with names of unseen characters, for places that show no signs of their own: names that are read aloud, notifications, choices.
 */
export const visibleText = (text: string): string => withSigns(text, codePointName);

/** Names a character by its code point, e.g. `U+202E`. */
export const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;

/** Marks that turn the direction of writing, by the names that Unicode gives them. */
const DIRECTION_MARKS: Readonly<Record<string, string>> = {
  '\u061C': 'ALM',
  '\u200E': 'LRM',
  '\u200F': 'RLM',
  '\u202A': 'LRE',
  '\u202B': 'RLE',
  '\u202C': 'PDF',
  '\u202D': 'LRO',
  '\u202E': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
};

/** 'RLO'; undefined of a character that turns no direction. */
export const directionMarkName = (character: string): string | undefined => DIRECTION_MARKS[character];

/** The names of those that a text holds, each once. */
export const directionMarksIn = (text: string): string[] => [
  ...new Set([...text].flatMap((character) => directionMarkName(character) ?? [])),
];
