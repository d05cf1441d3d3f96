import type { Json } from './tool';

interface Text {
  readonly type: 'text';
  readonly text: string;
}

type Resource =
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType: string } & (
        | { readonly text: string }
        | { readonly blob: string }
      );
    }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
      readonly size: number;
      readonly description: string;
    };

export interface ToolResult extends Record<string, unknown> {
  readonly content: (Text | Resource)[];
  readonly isError?: true;
}

export const textContent = (text: string): Text => ({ type: 'text', text });

const NEXT_PAGE = 'There is more: call again with "cursor" set to this nextCursor and all else as it was.';
const FROM_HERE = 'There is more: call again from where this answer ends.';

/** As text alone, and short: clients that know structured content show both, and a model would read everything twice. */
export const result = (answer: Json): ToolResult => ({
  content: [textContent(JSON.stringify(answer)), ...howToGoOn(answer)],
});

/**
 * @param example arguments that the tool takes: which name a value was meant for, no schema knows, so who got one wrong is shown
 * a call that is right
 */
export const problemResult = (problem: Json, example?: Json): ToolResult => ({
  content: [
    textContent(JSON.stringify(problem)),
    ...(example && problem.code === 'invalid_request'
      ? [textContent(`Arguments in the right form: ${JSON.stringify(example)}`)]
      : []),
  ],
  isError: true,
});

function howToGoOn({ nextCursor, more }: Json): Text[] {
  if (typeof nextCursor === 'string') return [textContent(NEXT_PAGE)];
  return more === true ? [textContent(FROM_HERE)] : [];
}
