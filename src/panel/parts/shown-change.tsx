import type { ReactNode } from 'react';
import { fieldOf, type ValuePlace } from '../../kernel/schema/meaning';
import { type Definition, useDefinitions } from '../api/fields';
import type { FieldChange } from '../api/types';
import { dateTime, day } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import type { Shown } from './custom-fields';
import { useMeanings } from './meaning';
import { Visible } from './quoted';
import { useTitle } from './titles';
import { FieldName } from './value';

interface ReadChange {
  readonly name: ReactNode;
  readonly place: ValuePlace;
  readonly before: unknown;
  readonly after: unknown;
}

/** A change as it is read: by the label of its field, also where a person has made that. */
export function useReadChange({ entity, field, before, after, custom }: Shown<FieldChange>): ReadChange {
  const texts = useText();
  const { meanings } = useMeanings();
  const title = useTitle(field);
  const definition = useDefinitions(custom !== undefined).data?.get(field);
  const place = meanings(entity, custom ? 'values' : field);
  if (!custom) return { name: <FieldName field={field} place={place} />, place, before, after };
  return {
    // One that was deleted since is known by what programs called it.
    name: <Visible text={definition?.label ?? title ?? custom.key} />,
    place: fieldOf(place, custom.part),
    before: asRead(before, definition, texts),
    after: asRead(after, definition, texts),
  };
}

function asRead(value: unknown, definition: Definition | undefined, texts: Texts): unknown {
  if (Array.isArray(value)) return value.map((each) => asRead(each, definition, texts));
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return value;
  if (definition?.type === 'date') return day(value, texts);
  return definition?.type === 'date_time' ? dateTime(value, texts) : value;
}
