import { Code, List, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';
import { fieldOf, formOf, labelOf, NOWHERE, type ValuePlace } from '../../kernel/schema/meaning';
import type { Problem } from '../api/problem';
import { type Language, useText } from '../text/text';
import { faultSaid } from './problem-words';
import { Visible } from './quoted';

/** The place of a refused payload: its faults are told by the names of the fields that were asked for. */
export const AskedContext = createContext<ValuePlace>(NOWHERE);

interface FaultsProps {
  readonly faults: NonNullable<Problem['errors']>;
}

type Fault = FaultsProps['faults'][number];

interface ReadFault {
  /** The name of the field; undefined: it has none. */
  readonly name: string | undefined;
  readonly said: ReactNode;
}

/** Reads what is wrong with a field in the language of the page. */
export function useReadFault(asked: ValuePlace): (fault: Fault) => ReadFault {
  const texts = useText();
  return ({ pointer, message, of }) => {
    const field =
      of === undefined ? fieldAt(asked, pointer, texts.language) : { place: NOWHERE, name: entryOf(of, pointer) };
    const form = formOf(field?.place ?? NOWHERE);
    const isForm = form !== undefined && message === `must be ${form.en}`;
    const said = isForm ? texts.common.shouldBe(form[texts.language]) : faultSaid(message, texts);
    return { name: field?.name, said: <Visible text={said} /> };
  };
}

/** Shows the faults of a call, field by field. */
export function Faults({ faults }: FaultsProps) {
  const read = useReadFault(useContext(AskedContext));
  return (
    <List size="sm">
      {faults.map((fault) => {
        const { name, said } = read(fault);
        return (
          <List.Item key={`${fault.of} ${fault.pointer} ${fault.message}`}>
            {name === undefined ? (
              <Code>
                <Visible text={fault.pointer || '/'} />
              </Code>
            ) : (
              <Text span inherit fw={600}>
                <Visible text={name} />:
              </Text>
            )}{' '}
            {said}
          </List.Item>
        );
      })}
    </List>
  );
}

/** With the entry of a list that is meant, and the place within JSON: `Renk 2`, `Künye /cotton`. */
function entryOf(name: string, pointer: string): string {
  const [, index, within] = /^(?:\/payload)?\/value(?:\/(\d+))?(\/.+)?$/.exec(pointer) ?? [];
  return [name, ...(index === undefined ? [] : [Number(index) + 1]), ...(within ? [within] : [])].join(' ');
}

interface FieldAt {
  readonly place: ValuePlace;
  /** As the form calls it, e.g. `Havale hesapları 2, IBAN`. */
  readonly name: string;
}

/** @returns undefined of a place that has no names */
function fieldAt(asked: ValuePlace, pointer: string, language: Language): FieldAt | undefined {
  let place = asked;
  const names: string[] = [];
  for (const part of pointer
    .replace(/^\/payload(?=\/)/, '')
    .split('/')
    .slice(1)) {
    if (/^\d+$/.test(part) && names.length > 0) {
      names.push(`${names.pop()} ${Number(part) + 1}`);
      continue;
    }
    place = fieldOf(place, part);
    const label = labelOf(place);
    if (!label) return undefined;
    names.push(label[language]);
  }
  return names.length > 0 ? { place, name: names.join(', ') } : undefined;
}
