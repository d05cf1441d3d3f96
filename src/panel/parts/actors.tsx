import { visibleText } from '../../kernel/schema/visible';
import { useTokens } from '../api/queries';
import { useSession } from '../session/session';
import { useText } from '../text/text';
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
