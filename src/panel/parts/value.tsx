import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { isGone } from '../../kernel/personal/personal';
import {
  fieldOf,
  isIdentifier,
  isMarkup,
  isTelling,
  labelOf,
  unitOf,
  type ValuePlace,
  wordOf,
} from '../../kernel/schema/meaning';
import { isSame, listDifference } from '../../kernel/trace/difference';
import { amount, count, dateTime } from '../text/format';
import { useText } from '../text/text';
import { Identifier } from './identifier';
import { Markup } from './markup';
import { wordIn } from './meaning';
import { Compared, Quoted, Visible } from './quoted';
import { useTitle } from './titles';

/** The name of a field: as its schema calls it, any other as the code that it is. */
export function FieldName({ field, place }: { readonly field: string; readonly place: ValuePlace }) {
  const { language } = useText();
  return (
    wordIn(labelOf(place), language) ?? (
      <code className="quoted">
        <Visible text={field} />
      </code>
    )
  );
}

/** Tells whether a value has no parts. */
export const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The place of a value, and the value on the other side, if there is one to compare it with. */
interface Beside {
  readonly tone: 'before' | 'after' | 'only';
  readonly other?: unknown;
}

interface PlainProps extends Partial<Beside> {
  readonly place: ValuePlace;
  readonly value: unknown;
  readonly isOwn?: boolean;
}

/** Shows a value as its declaration says; nothing is guessed from names or from the look of a text. */
export function Plain({ place, value, other, tone = 'only', isOwn = false }: PlainProps) {
  const texts = useText();
  const title = useTitle(String(value));
  if (value === null || value === undefined) return <span className="word">{texts.common.none}</span>;
  if (typeof value === 'boolean') return value ? texts.common.yes : texts.common.no;
  if (typeof value === 'number') return amount(value, unitOf(place), texts);
  const text = String(value);
  if (isIdentifier(place)) return isOwn ? <Identifier id={text} /> : <Titled id={text} title={title} />;
  if (title !== undefined && !isOwn) return <Titled id={text} title={title} />;
  if (unitOf(place) === 'time' && !Number.isNaN(Date.parse(text))) return dateTime(text, texts);
  const word = wordIn(wordOf(place, text), texts.language);
  if (word !== undefined) return word;
  if (isMarkup(place)) return <Markup text={text} other={other} tone={tone} />;
  if (tone === 'only' || typeof other !== 'string' || other === text) return <Quoted text={text} />;
  return <Compared text={text} other={other} tone={tone} />;
}

/** Something that is named by its identifier: what it is called, which leads to its history, and the identifier for those who need it. */
export function Titled({ id, title }: { readonly id: string; readonly title: string | undefined }) {
  const texts = useText();
  return (
    <>
      {title === undefined ? (
        <span className="word">{texts.common.nameless}</span>
      ) : (
        <Link href={`/audit?entity=${id}`} className="titled">
          <Quoted text={title} short />
        </Link>
      )}{' '}
      <Identifier id={id} of={title} />
    </>
  );
}

interface ValueProps extends Beside {
  readonly place: ValuePlace;
  readonly value: unknown;
}

/** A value as a merchant reads it, with an element for each value that is nested in it; what is the same on both sides is folded. */
export function Value({ place, value, tone, other }: ValueProps) {
  const struck = tone === 'before' && isPlain(value) && value !== null;
  return (
    <Text
      component="div"
      size="sm"
      className="value"
      {...(tone === 'before' ? { c: 'dimmed' } : tone === 'after' && isPlain(value) ? { fw: 600 } : {})}
      {...(struck ? { td: 'line-through' } : {})}
    >
      <Nested place={place} tone={tone} value={value} other={other ?? undefined} />
    </Text>
  );
}

interface NestedProps extends Beside {
  readonly place: ValuePlace;
  readonly value: unknown;
  /** The thing's own identifier, beside which its title stands already. */
  readonly isOwn?: boolean;
}

function Nested({ value, ...beside }: NestedProps) {
  const texts = useText();
  if (typeof value !== 'object' || value === null) return <Plain {...beside} value={value} />;
  if (Object.keys(value).length === 0) return <span className="word">{texts.common.emptyValue}</span>;
  if (isGone(value)) return <span className="word">{texts.common.personal[value.personal]}</span>;
  return Array.isArray(value) ? <Entries {...beside} value={value} /> : <Parts {...beside} value={value} />;
}

/** A list. Beside another, only the entries that differ or moved are open, each with its position. */
function Entries({ value, other, place, tone }: NestedProps & { readonly value: readonly unknown[] }) {
  const texts = useText();
  const [whole, setWhole] = useState(false);
  const compared = Array.isArray(other);
  const [before, after] = tone === 'before' ? [value, compared ? other : []] : [compared ? other : [], value];
  const entries = listDifference(before, after)[tone === 'before' ? 'before' : 'after'];
  const same = entries.filter((entry) => entry.same);
  const shown = whole ? entries : entries.filter((entry) => !entry.same);
  const numbered = compared && entries.some(({ moved }) => moved);
  return (
    <>
      {shown.length > 0 && (
        <ol className={value.every(isPlain) ? 'entries plain' : 'entries'}>
          {shown.map((entry) => (
            <li key={entry.position} className={whole && !entry.same && compared ? 'differs' : ''}>
              {(numbered || same.length > 0) && <span className="position">{entry.position}. </span>}
              {entry.moved && <span className="word">{texts.common.moved} </span>}
              <Nested place={place} tone={tone} value={entry.value} other={entry.other} />
            </li>
          ))}
        </ol>
      )}
      <Fold count={same.length} whole={whole} onToggle={() => setWhole(!whole)} />
    </>
  );
}

/** The named values of a thing. Beside another state of it, only those that differ are open, and those that tell what it is. */
function Parts({ value, other, place, tone }: NestedProps & { readonly value: object }) {
  const [whole, setWhole] = useState(false);
  const counterpart = isPlain(other) || Array.isArray(other) ? undefined : (other as Record<string, unknown>);
  const tells = (name: string): boolean => isTelling(fieldOf(place, name));
  // Fields that tell one thing from another come first; the database keeps no order of names.
  const entries = Object.entries(value).toSorted(([left], [right]) => Number(tells(right)) - Number(tells(left)));
  const isFolded = ([name, child]: [string, unknown]) =>
    counterpart !== undefined && !tells(name) && isSame(child, counterpart[name]);
  const shown = whole ? entries : entries.filter((entry) => !isFolded(entry));
  return (
    <>
      <dl className="parts">
        {shown.map(([name, child]) => (
          <div key={name}>
            <dt>
              <FieldName field={name} place={fieldOf(place, name)} />
            </dt>
            <dd>
              <Nested
                place={fieldOf(place, name)}
                tone={tone}
                value={child}
                other={counterpart?.[name] ?? undefined}
                isOwn={name === 'id'}
              />
            </dd>
          </div>
        ))}
      </dl>
      <Fold count={entries.filter(isFolded).length} whole={whole} onToggle={() => setWhole(!whole)} />
    </>
  );
}

interface FoldProps {
  /** How many are the same on both sides. */
  readonly count: number;
  readonly whole: boolean;
  readonly onToggle: () => void;
}

function Fold({ count: same, whole, onToggle }: FoldProps) {
  const texts = useText();
  if (same === 0) return null;
  return (
    <UnstyledButton className="more" aria-expanded={whole} onClick={onToggle}>
      {whole ? texts.common.showLess : texts.common.unchanged(count(same, texts))}
    </UnstyledButton>
  );
}
