import { labelOf } from '../../kernel/schema/meaning';
import type { Item } from '../api/types';
import { useCommandName, useMeanings, wordIn } from '../parts/meaning';
import { useText } from '../text/text';

/** Names an item by its command. Where it only switches something, the name says the thing and the direction. */
export function useItemName({ command, preview, currentPreview }: Item): string {
  const texts = useText();
  const name = useCommandName()(command);
  const { meanings } = useMeanings();
  const { changes } = currentPreview ?? preview;
  const [first] = changes;
  const switches = changes.every(
    ({ field, before, after }) => field === first?.field && typeof before === 'boolean' && typeof after === 'boolean',
  );
  if (!first || !switches || changes.some(({ after }) => after !== first.after)) return name;
  const field = wordIn(labelOf(meanings(first.entity, first.field)), texts.language);
  return field === undefined ? name : `${name} · ${texts.proposals.switched(field, first.after === true)}`;
}
