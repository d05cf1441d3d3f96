/** The messages to the program that draws, and its answers. */
export type ToDraw = { readonly id: number } & Work;
/** A text of labels, or a picture or a document in Base64 that is drawn once more. */
export type Work =
  | { readonly zpl: string }
  | { readonly png: string }
  | { readonly jpeg: string }
  | { readonly pdf: string };

/** A page of a document as a picture in Base64, with the size of its paper in points. */
export interface DrawnPage {
  readonly png: string;
  readonly width: number;
  readonly height: number;
}

export type Drawn =
  | { readonly id: number; readonly pictures: readonly string[] }
  | { readonly id: number; readonly pages: readonly DrawnPage[] }
  | { readonly id: number; readonly failure: string };

/** The signals by which the program ends itself because of the label that it draws. */
export const ENDED_BY = { cpu: 'SIGXCPU', memory: 'SIGUSR2' } as const;
