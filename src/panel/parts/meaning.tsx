import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Role, reaches, reservedRole } from '../../kernel/declaration/roles';
import {
  choicesOf,
  fieldOf,
  labelOf,
  type Meanings,
  meaningsOf,
  NOWHERE,
  placeOf,
  type ValuePlace,
  wordOf,
} from '../../kernel/schema/meaning';
import type { Words } from '../../kernel/schema/schema';
import { useCommands } from '../api/queries';
import { useSession } from '../session/session';
import { type Language, nameIn, useText } from '../text/text';
import { Failure, Loading } from './states';

/** The declarations of the server for the things that the panel shows. */
export interface Declared {
  readonly meanings: Meanings;
  /** The field of an entity that holds what people call such a thing. */
  titleFieldOf(entity: string): string | null;
  /** Whether an entity is no part of the shop, e.g. a proposal. */
  isBesideShop(entity: string): boolean;
  /** Names for the calls of a command or route. */
  readonly labels: Readonly<Record<string, Words>>;
  /** The least role of a person who may run a command. */
  roleOf(command: string): Role;
  /** The place of a command's payload. */
  payloadOf(command: string): ValuePlace;
}

const Context = createContext<Declared>({
  meanings: () => NOWHERE,
  titleFieldOf: () => null,
  isBesideShop: () => false,
  labels: {},
  roleOf: () => 'manager',
  payloadOf: () => NOWHERE,
});

/** Nothing below it is shown before it is known what fields and states are called. */
export function MeaningProvider({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useCommands();
  const declared = useMemo((): Declared => {
    const payloads = new Map(data?.items.map(({ id, payload }) => [id, placeOf(payload)]));
    const titleFields = new Map(data?.entities.map(({ word, titleField }) => [word, titleField]));
    const besideShop = new Set(data?.entities.flatMap((entity) => (entity.besideShop ? [entity.word] : [])));
    const roles = new Map<string, Role>();
    for (const role of ['packer', 'owner'] as const) for (const id of data?.roles[role] ?? []) roles.set(id, role);
    return {
      meanings: meaningsOf(data?.entities ?? []),
      titleFieldOf: (entity) => titleFields.get(entity) ?? null,
      isBesideShop: (entity) => besideShop.has(entity),
      labels: data?.labels ?? {},
      roleOf: (command) => roles.get(command) ?? 'manager',
      payloadOf: (command) => payloads.get(command) ?? NOWHERE,
    };
  }, [data]);
  if (data) return <Context value={declared}>{children}</Context>;
  return error ? <Failure error={error} retry={refetch} /> : <Loading />;
}

export const useMeanings = (): Declared => useContext(Context);

/** Tells of each command whether the person who is signed in may run it with what is stated, by the role in the store. */
export function useMay(): (command: string, stated?: Readonly<Record<string, unknown>>) => boolean {
  const { role } = useSession();
  const { roleOf, payloadOf } = useMeanings();
  const isOpen = (command: string, field: string, value: unknown): boolean =>
    fieldOf(payloadOf(command), field).every((node) => reaches(role, reservedRole(node, value) ?? role));
  return (command, stated = {}) =>
    reaches(role, roleOf(command)) && Object.entries(stated).every(([field, value]) => isOpen(command, field, value));
}

/** Hands the meanings on to what is drawn beside the page, e.g. in a dialog that asks. */
export const MeaningContext = Context;

/** As it stands alone: a label, a badge. Turkish letters have their own capitals. */
const alone = (said: string, language: Language): string => said.charAt(0).toLocaleUpperCase(language) + said.slice(1);

export const wordIn = (words: Words | undefined, language: Language): string | undefined => words?.[language];

/** A place of an entity, by the names that lead there. */
function usePlace(entity: string, path: readonly string[]): ValuePlace {
  return path.reduce(fieldOf, useMeanings().meanings(entity));
}

/** Names an entity, or a field of it by the names that lead there. */
export function useLabel(entity: string, ...path: string[]): string {
  const { language } = useText();
  return alone(wordIn(labelOf(usePlace(entity, path)), language) ?? path.at(-1) ?? entity, language);
}

/** Names the values of a field. */
export function useWord(entity: string, ...path: string[]): (value: string) => string {
  const { language } = useText();
  const place = usePlace(entity, path);
  return (value) => alone(wordIn(wordOf(place, value), language) ?? value, language);
}

/** The values that a field may have, to choose from. */
export function useChoices(entity: string, ...path: string[]): { value: string; label: string }[] {
  const word = useWord(entity, ...path);
  return choicesOf(usePlace(entity, path)).map((value) => ({ value, label: word(value) }));
}

/** Names a call, by the id of its command or route. */
export function useCommandName(): (id: string) => string {
  const { labels } = useMeanings();
  const { language } = useText();
  return (id) => wordIn(nameIn(labels, id), language) ?? id;
}
