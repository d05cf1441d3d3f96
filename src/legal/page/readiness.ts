import type { MutationContext } from '../../kernel/declaration/context';
import { Contention } from '../../kernel/errors';
import { clearFlag, holdFlag, insertFlag } from '../../store/flag/store';
import { flag } from '../../store/flag/table';
import { flagOf, type LegalKind } from './kinds';

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'record'>;

/** Marks the step of readiness that a text is: an owner who has confirmed it has not to say so twice. */
export async function markReady(
  { tx, storeId, now, record }: Context,
  kind: LegalKind,
  isReady: boolean,
): Promise<void> {
  const name = flagOf(kind);
  if (name === undefined) return;
  const before = await holdFlag(tx, storeId, name);
  if ((before !== undefined) === isReady) return;
  const setAt = now.toISOString();
  if (!isReady) clearFlag(tx, storeId, name);
  else if (!(await insertFlag(tx, storeId, { flag: name, setAt })))
    throw new Contention(storeId, 'Somebody marked it a moment ago.');
  record(
    flag.word,
    name,
    before === undefined ? null : flag.snapshot({ setAt: before }),
    isReady ? flag.snapshot({ setAt }) : null,
  );
}
