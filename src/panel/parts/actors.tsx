import { visibleText } from '../../kernel/schema/visible';
import { useOwners, useTokens } from '../api/queries';
import { useSession } from '../session/session';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { useWord } from './meaning';

/** Names of those who act here: the owner, and the tokens by their labels. */
export function useActors(): ReadonlyMap<string, string> {
  const texts = useText();
  const kindWord = useWord('token', 'kind');
  const { ownerId } = useSession();
  const tokens = useTokens();
  const labelled = tokens.data?.pages.flatMap(({ items }) => items) ?? [];
  return new Map([
    [ownerId, texts.audit.you],
    ...labelled.map(({ id, label, kind }) => [id, `${visibleText(label)} (${kindWord(kind)})`] as const),
  ]);
}

/** Names an actor. One whose name is not known here is named by his kind, never by an identifier. */
export function useActorName(): (actor: {
  readonly kind: keyof Texts['audit']['actors'];
  readonly id: string;
}) => string {
  const texts = useText();
  const actors = useActors();
  const owners = useOwners();
  const partners = new Map(
    owners.data?.pages.flatMap(({ items }) => items.map(({ id, email }) => [id, email] as const)),
  );
  return ({ kind, id }) => actors.get(id) ?? partners.get(id) ?? texts.audit.actors[kind];
}
