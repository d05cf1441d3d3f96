import { Code, List, Text } from '@mantine/core';
import { createContext, useContext } from 'react';
import { fieldOf, formOf, labelOf, NOWHERE, type Place } from '../../kernel/schema/meaning';
import type { Problem } from '../api/client';
import { turkishFault } from '../text/faults';
import { type Language, useText } from '../text/text';
import { Visible } from './quoted';

/** What a refusal is of: its faults are told by the names of the fields that were asked for. */
export const AskedContext = createContext<Place>(NOWHERE);

interface FaultsProps {
  readonly faults: NonNullable<Problem['errors']>;
}

/** What is wrong with a call, field by field. */
export function Faults({ faults }: FaultsProps) {
  const texts = useText();
  const asked = useContext(AskedContext);
  return (
    <List size="sm">
      {faults.map(({ pointer, message, of }) => {
        const field =
          of === undefined ? fieldAt(asked, pointer, texts.language) : { place: NOWHERE, name: entryOf(of, pointer) };
        const form = formOf(field?.place ?? NOWHERE);
        const isForm = form !== undefined && message === `must be ${form.en}`;
        const said = isForm ? texts.common.shouldBe(form[texts.language]) : inTurkish(message, texts.language);
        return (
          <List.Item key={`${of} ${pointer} ${message}`}>
            {field ? (
              <Text span inherit fw={600}>
                <Visible text={field.name} />:
              </Text>
            ) : (
              <Code>
                <Visible text={pointer || '/'} />
              </Code>
            )}{' '}
            {said === undefined ? (
              <span lang="en">
                <Visible text={message} />
              </span>
            ) : (
              <Visible text={said} />
            )}
          </List.Item>
        );
      })}
    </List>
  );
}

/** Of a list, the entry that is meant: e.g. `Renk 2`. */
function entryOf(name: string, pointer: string): string {
  const [, index] = /^(?:\/payload)?\/value\/(\d+)/.exec(pointer) ?? [];
  return index === undefined ? name : `${name} ${Number(index) + 1}`;
}

const inTurkish = (message: string, language: Language): string | undefined =>
  language === 'tr' ? turkishFault(message) : undefined;

interface FieldAt {
  readonly place: Place;
  /** As the form calls it, e.g. `Havale hesapları 2, IBAN`. */
  readonly name: string;
}

/** @returns undefined of a place that has no names */
function fieldAt(asked: Place, pointer: string, language: Language): FieldAt | undefined {
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
