import { UnstyledButton } from '@mantine/core';
import { Fragment, useMemo, useState } from 'react';
import { codePointName, directionMarkName, piecesOf } from '../../kernel/schema/visible';
import { aroundChanges, textDifference } from '../../kernel/trace/difference';
import { count } from '../text/format';
import { useText } from '../text/text';

const SIGNS: Readonly<Record<string, string>> = { '\n': '⏎', '\t': '⇥' };

function signOf(character: string): string {
  const mark = directionMarkName(character);
  return SIGNS[character] ?? (mark ? `[${mark}]` : codePointName(character));
}

/** Text of strangers within a sentence of ours, with everything in it visible. */
export const Visible = ({ text }: { readonly text: string }) =>
  piecesOf(text).map(({ text: piece, unseen }, index) =>
    unseen ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
      <Fragment key={index}>
        <span className="sign" title={codePointName(piece)}>
          {signOf(piece)}
        </span>
        {piece === '\n' && '\n'}
      </Fragment>
    ) : (
      piece
    ),
  );

const LAYOUT = /([\n\t]+)/;

/** A text in a box that keeps lines and tabs: those stand as they are, and all else that nobody would see is visible. */
export const VisibleLines = ({ text }: { readonly text: string }) =>
  text.split(LAYOUT).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={index}>{LAYOUT.test(part) ? part : <Visible text={part} />}</Fragment>
  ));

const LENGTH_SHOWN = 400;
const LINES_SHOWN = 8;

interface QuotedProps {
  readonly text: string;
  /** In a row of a list: it is cut by the line, and the page that it leads to shows all of it. */
  readonly short?: boolean;
}

/** Text of strangers, in quotes and a box of its own: nothing in it can pass for a label, a value or a word of the panel. */
export function Quoted({ text, short = false }: QuotedProps) {
  const texts = useText();
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : beginning(text);
  const rest = text.length - shown.length;
  return (
    <>
      <q className="quoted">
        <Visible text={shown} />
        {rest > 0 && <span aria-hidden>…</span>}
      </q>
      {rest > 0 && short && ` (${texts.common.characters(count(text.length, texts))})`}
      {text.length > beginning(text).length && !short && (
        <ShowAll of={text} whole={whole} onToggle={() => setWhole(!whole)} />
      )}
    </>
  );
}

interface ComparedProps {
  readonly text: string;
  /** The text on the other side. */
  readonly other: string;
  readonly tone: 'before' | 'after';
}

/** Text of strangers beside what it was or becomes: what differs is marked, and a long text is cut around that. */
export function Compared({ text, other, tone }: ComparedProps) {
  const texts = useText();
  const [whole, setWhole] = useState(false);
  const parts = useMemo(
    () => (tone === 'before' ? textDifference(text, other).before : textDifference(other, text).after),
    [text, other, tone],
  );
  const isLong = [text, other].some((side) => beginning(side).length < side.length);
  const excerpt = isLong ? aroundChanges(parts) : parts;
  const hides = excerpt.some((piece) => 'skipped' in piece);
  const Mark = tone === 'before' ? 'del' : 'ins';
  return (
    <>
      <q className="quoted compared">
        {(whole ? parts : excerpt).map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
          <Fragment key={index}>
            {'skipped' in piece ? (
              <span className={piece.changed ? 'gap differs' : 'gap'}>
                {(piece.changed ? texts.common.differencesLeftOut : texts.common.leftOut)(count(piece.skipped, texts))}
              </span>
            ) : piece.changed && piece.text !== '' ? (
              <Mark>
                <Visible text={piece.text} />
              </Mark>
            ) : (
              <Visible text={piece.text} />
            )}
          </Fragment>
        ))}
      </q>
      {hides && <ShowAll of={text} whole={whole} onToggle={() => setWhole(!whole)} />}
    </>
  );
}

interface ShowAllProps {
  readonly of: string;
  readonly whole: boolean;
  readonly onToggle: () => void;
}

function ShowAll({ of, whole, onToggle }: ShowAllProps) {
  const texts = useText();
  return (
    <>
      <br />
      <UnstyledButton className="more" aria-expanded={whole} onClick={onToggle}>
        {whole ? texts.common.showLess : texts.common.showAll(count(of.length, texts))}
      </UnstyledButton>
    </>
  );
}

/** As much of a text as is shown unasked, whole characters only. */
function beginning(text: string): string {
  const lines = text.split('\n', LINES_SHOWN).join('\n');
  const end = Math.min(lines.length, LENGTH_SHOWN);
  const isSplitPair = /[\uD800-\uDBFF]$/.test(text.slice(0, end)) && end < text.length;
  return text.slice(0, isSplitPair ? end - 1 : end);
}
