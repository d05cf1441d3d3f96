import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bundle } from '../../design/bundle/bundle';
import { client, newKey, ProblemError } from '../api/client';
import type { Problem } from '../api/problem';
import { useRefresh } from '../api/queries';
import { tell } from '../parts/confirm';
import { isAllRead } from '../parts/typed-field';
import { useText } from '../text/text';
import { DRAFT, type Draft, MAIN } from './api';

interface State {
  /** The draft as it was read or written last. */
  readonly base: Draft;
  readonly body: Bundle;
  /** The key of what is being sent: a lost answer may be asked for again. */
  readonly key: string;
  readonly busy: boolean;
  readonly problem: Problem | null;
}

const begun = (base: Draft): State => ({ base, body: base.body as Bundle, key: newKey(), busy: false, problem: null });

const isSame = (one: Draft, other: Draft): boolean => one.rev === other.rev && one.hash === other.hash;

/** The draft with what is known by now of how it stands to the live design, which moves without it. */
const standing = (base: Draft, known: Draft): Draft =>
  isSame(base, known) ? { ...base, baseSeq: known.baseSeq, behind: known.behind } : base;

/** The draft as somebody edits it. As long as he has changed something, nothing that happens elsewhere takes it from him. */
export interface Editor {
  readonly base: Draft;
  readonly body: Bundle;
  readonly isEdited: boolean;
  readonly busy: boolean;
  /** The reason why the last save was refused. */
  readonly problem: Problem | null;
  /** Somebody else has written the draft meanwhile. */
  readonly isOvertaken: boolean;
  readonly change: (change: (body: Bundle) => Bundle) => void;
  readonly save: () => void;
  /** Writes over what another has written, after it was asked. */
  readonly saveOver: () => void;
  /** Drops what was changed here, and goes on with the draft as it is. */
  readonly reset: () => void;
}

/** @param known the draft, with a body */
export function useEditor(known: Draft, readAgain: () => Promise<Draft | undefined>): Editor {
  const texts = useText();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const [kept, setState] = useState(() => begun(known));
  let state = kept;
  const isEdited = state.body !== state.base.body;
  if (!isEdited && !state.busy && !isSame(state.base, known)) {
    state = begun(known);
    setState(state);
  }

  const send = async (base: Draft, { body, key }: Pick<State, 'body' | 'key'>): Promise<void> => {
    setState((now) => ({ ...now, busy: true, problem: null }));
    try {
      const sent = { query: MAIN, body: { body }, key, rev: base.rev };
      const written = await client.write<Draft>('PUT', DRAFT, sent);
      const draft: Draft = { ...base, ...written, drafted: true, body };
      queries.setQueryData(['design', 'draft'], draft);
      // Changes that were made while the draft was sent are kept.
      setState((now) => ({ ...begun(draft), body: now.body }));
      tell(texts.design.saved);
      await refresh();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { problem } = error;
      setState((now) => ({ ...now, busy: false, problem, key: newKey() }));
      if (problem.code === 'rev_conflict') await readAgain();
    }
  };
  const { base, body, busy, problem } = state;
  return {
    base: standing(base, known),
    body,
    busy,
    problem,
    isEdited,
    isOvertaken: isEdited && !busy && !isSame(base, known),
    change: (change) => setState((now) => ({ ...now, body: change(now.body), key: newKey(), problem: null })),
    save: () => void (isAllRead(document) && send(base, state)),
    saveOver: () => void (isAllRead(document) && send({ ...known, body: base.body }, { body, key: newKey() })),
    reset: () => setState(begun(known)),
  };
}
