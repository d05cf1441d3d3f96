import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import type { Product } from '../api/types';
import { isAllRead } from '../parts/typed-field';
import { useUnsaved } from '../parts/unsaved';
import { useSession } from '../session/session';
import { saving } from '../text/saving';
import { useText } from '../text/text';
import { type Edit, namesOf } from './draft';
import { type Outcome, PageContext, type PartEdits } from './page-edits';
import { PreviewDialog, type Ran } from './preview';
import { RiskList } from './risk-list';
import { risksOf } from './risks';
import { type KeyedCall, previewsOf, runCalls, type Tried, tryCalls, withKeys } from './run';
import { SaveBar } from './save-bar';

const callsOf = (parts: readonly PartEdits[]): Edit[] => parts.flatMap(({ calls }) => calls);

/** Lists the parts in the order in which they stand on the page. */
const inOrder = (parts: ReadonlyMap<string, PartEdits>): PartEdits[] =>
  [...parts.values()].toSorted(({ form: { current: one } }, { form: { current: other } }) =>
    one && other && one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  );

/** Whether nothing is wrong with what was typed, as far as the browser can tell; otherwise it says so at the first such field. */
const isComplete = ({ form: { current: form } }: PartEdits): boolean =>
  !form || (form.noValidate ? isAllRead(form) : form.reportValidity());

/** Tells each part what is wrong with its own fields. */
function tellFaults(parts: readonly PartEdits[], tried: readonly Tried[]): void {
  let at = 0;
  for (const { calls, onRefused } of parts) {
    const own = tried.slice(at, at + calls.length);
    at += calls.length;
    const faults = own.flatMap((each) =>
      each.status === 'rejected' ? ((each.reason as ProblemError).problem?.errors ?? []) : [],
    );
    if (faults.length > 0) onRefused?.(faults);
  }
}

interface SavedPageProps {
  readonly product: Product;
  readonly children: ReactNode;
}

/**
 * The parts of a product's page, which are saved in one act. All calls are tried before the first of them runs: what would be refused is
 * said, and nothing is done then. Only what is risky is shown before it is done.
 */
export function SavedPage({ product, children }: SavedPageProps) {
  const { language, products } = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const [parts, setParts] = useState<ReadonlyMap<string, PartEdits>>(new Map());
  // The parts begin anew with each round.
  const [round, setRound] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asked, setAsked] = useState<readonly PartEdits[] | null>(null);
  const all = inOrder(parts);
  const edited = all.filter((part) => part.calls.length > 0);
  const calls = callsOf(edited);
  useUnsaved(calls.length > 0);

  const settle = (sent: readonly PartEdits[], { auditIds }: Ran): void => {
    const done = new Set(callsOf(sent).slice(0, auditIds.length));
    for (const part of sent) if (part.calls.every((call) => done.has(call))) part.settle();
  };
  const tell = (sent: readonly PartEdits[], ran: Ran): void => {
    const stated = callsOf(sent);
    const done = ran.auditIds.length;
    setOutcome({ ran, saved: namesOf(stated.slice(0, done)), left: namesOf(stated.slice(done)) });
  };
  const untold = useRef<(() => void) | null>(null);
  const run = useMutation<void, ProblemError, readonly PartEdits[]>({
    mutationFn: async (sent) => {
      setOutcome(null);
      const keyed: KeyedCall[] = withKeys(callsOf(sent));
      const tried = await tryCalls(storeId, keyed);
      untold.current = () => tellFaults(sent, tried);
      const finals = previewsOf(tried).map(({ irreversible }) => irreversible === true);
      const { auditIds, error } = await runCalls(storeId, keyed);
      const ran = { auditIds, whole: error === null, final: finals.slice(0, auditIds.length).every(Boolean) };
      // The typed values stay until the page shows what has become of them.
      await refresh();
      settle(sent, ran);
      tell(sent, ran);
      if (error) throw error;
    },
    onError: () => refresh(),
  });

  const busy = run.isPending;
  // A field can have the focus once the page is no longer held.
  useEffect(() => {
    if (busy) return;
    untold.current?.();
    untold.current = null;
  }, [busy]);

  const save = (): void => {
    if (busy || asked || !all.every(isComplete) || calls.length === 0) return;
    if (risksOf(product, calls).length > 0) {
      run.reset();
      setAsked(edited);
    } else run.mutate(edited);
  };
  const latest = useRef(save);
  useLayoutEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const page = useMemo(
    () => ({
      save: () => latest.current(),
      note: (part: string, edits: PartEdits | null) =>
        setParts((known) => {
          const next = new Map(known);
          if (edits) next.set(part, edits);
          else if (!next.delete(part)) return known;
          return next;
        }),
    }),
    [],
  );
  const ran = useRef<Ran | null>(null);
  return (
    <PageContext value={page}>
      <Stack inert={busy}>
        <Fragment key={round}>{children}</Fragment>
      </Stack>
      <SaveBar
        calls={calls}
        outcome={outcome}
        error={run.error}
        busy={busy}
        onSave={save}
        onDiscard={() => {
          run.reset();
          setOutcome(null);
          setRound(round + 1);
        }}
        onOutcomeRead={() => setOutcome(null)}
      />
      {asked && (
        <PreviewDialog
          title={saving[language].risky}
          text={products.previewText}
          above={<RiskList risks={risksOf(product, callsOf(asked))} />}
          yes={saving[language].save}
          calls={callsOf(asked)}
          titles={Object.assign({}, ...asked.map(({ titles }) => titles))}
          onRan={(each) => {
            ran.current = each;
            tell(asked, each);
          }}
          onSettled={() => ran.current && settle(asked, ran.current)}
          onTried={(tried) => tellFaults(asked, tried)}
          onClose={() => setAsked(null)}
        />
      )}
    </PageContext>
  );
}
