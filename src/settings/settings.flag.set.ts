import { command } from '../kernel/declaration/command';
import { Contention, refuse } from '../kernel/errors';
import { guard, label, nullable, object, t, time } from '../kernel/schema/schema';
import { clearFlag, holdFlag, insertFlag } from '../store/flag/store';
import { flag, flagName, isSet } from '../store/flag/table';

const expectedSetAt = t.Optional(
  guard(
    label(
      'Görülen işaret',
      'Mark seen',
    )(
      nullable(
        time({
          description:
            'Time since which the caller saw it ready; null: not ready. Another time is refused with rev_conflict.',
        }),
      ),
    ),
  ),
);

export default command({
  id: 'settings.flag.set',
  label: { tr: 'Hazırlık adımını işaretle', en: 'Mark a step of readiness' },
  summary: 'Mark a step of readiness that the product cannot see by itself as done or not done; see store.health.get.',
  policy: 'propose',
  scope: 'store:admin',
  removes: true,
  payload: object({ flag: flagName, set: isSet, expectedSetAt }),
  result: object({ flag: flagName, set: isSet, setAt: nullable(flag.columns.setAt.schema) }),
  refuses: ['rev_conflict'],
  example: { flag: 'salesContract', set: true },

  async run({ payload, storeId, tx, now, record, inverse }) {
    const { flag: name, set, expectedSetAt: seen } = payload;
    const before = await holdFlag(tx, storeId, name);
    if (seen !== undefined && seen !== (before ?? null))
      refuse('rev_conflict', 'Somebody has marked it otherwise since.', { facts: { currentSetAt: before ?? null } });
    const setAt = set ? (before ?? now.toISOString()) : null;
    if ((before !== undefined) === set) return { flag: name, set, setAt };
    if (setAt === null) clearFlag(tx, storeId, name);
    else if (!(await insertFlag(tx, storeId, { flag: name, setAt })))
      throw new Contention(storeId, 'Somebody marked it a moment ago.');
    record(
      flag.word,
      name,
      before === undefined ? null : flag.snapshot({ setAt: before }),
      setAt === null ? null : flag.snapshot({ setAt }),
    );
    inverse('settings.flag.set', { flag: name, set: !set, expectedSetAt: setAt });
    return { flag: name, set, setAt };
  },
});
