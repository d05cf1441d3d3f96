import { useRef, useState } from 'react';
import type { Declared, Door } from '../../../catalog/spreadsheet/door';
import { type Reason, ReasonedError } from '../../../catalog/spreadsheet/errors';
import { TableImport } from '../../../catalog/spreadsheet/import';
import { client, type ProblemError } from '../../api/client';
import { useCommands, useRefresh } from '../../api/queries';
import { useSession } from '../../session/session';
import { reasons } from '../../text/reasons';
import { useText } from '../../text/text';
import type { Texts } from '../../text/tr';
import { ImportAccount } from './account';
import { doorOf } from './door';
import type { KeptImport } from './recent';
import { type Report, Reporter } from './report';
import { sourceOf } from './source';

/** A preview has the shop check so many changes: a session may make only so many calls a minute. */
export const CHECKS_MAX = 300;
const AT_ONCE = 4;

/** A reason for people, or a problem of the API. */
export type Failed = { readonly said: string } | { readonly error: ProblemError };

interface Read {
  readonly table: TableImport;
  /** The way to the shop that the table was read by. */
  readonly door: Door;
  readonly fileName: string;
  readonly notes: readonly Reason[];
}

export type ImportStep =
  | { readonly is: 'empty' }
  | { readonly is: 'reading'; readonly products: number }
  | ({
      readonly is: 'comparing' | 'previewed' | 'applying' | 'applied';
      readonly report: Report | null;
      /** Kept of an import that was applied; null: it has changed nothing. */
      readonly kept: KeptImport | null;
    } & Read);

/** An import from the choice of a file to what became of it. */
export function useImport() {
  const texts = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const commands = useCommands();
  const [step, setStep] = useState<ImportStep>({ is: 'empty' });
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isStopping, setStopping] = useState(false);
  const ending = useRef(new AbortController());
  const words = reasons[texts.language];

  const fail = (error: unknown): void => setFailed(failedBy(error, texts));
  const begin = (): AbortSignal => {
    ending.current.abort();
    ending.current = new AbortController();
    setFailed(null);
    setStopping(false);
    return ending.current.signal;
  };

  const reset = (): void => {
    begin();
    setStep({ is: 'empty' });
  };

  async function run(read: Read, dryRun: boolean, signal: AbortSignal): Promise<void> {
    const { table, door, fileName, notes } = read;
    const going = dryRun ? ('comparing' as const) : ('applying' as const);
    let kept: KeptImport | null = null;
    const shown = (report: Report | null, is: typeof going | 'previewed' | 'applied'): void => {
      if (ending.current.signal === signal) setStep({ is, report, kept, table, door, fileName, notes });
    };
    const account = new ImportAccount(door, fileName);
    const reporter = new Reporter(
      table,
      words,
      (report) => shown(report, going),
      (auditId) => account.add(auditId),
    );
    shown(null, going);
    const failure = await table.run({ dryRun, checksMax: CHECKS_MAX, concurrency: AT_ONCE, signal }, reporter);
    const { ids, isPartial } = await account.end();
    if (ids.length > 0 || isPartial) kept = { ids, isPartial };
    shown(reporter.report, dryRun ? 'previewed' : 'applied');
    if (failure && !signal.aborted) fail(failure.error);
    if (!dryRun) await refresh();
  }

  return {
    step,
    failed,
    isStopping,
    /** Compares a table with the shop, and changes nothing. */
    async open(file: File, onlyExisting: boolean): Promise<void> {
      const signal = begin();
      setStep({ is: 'reading', products: 0 });
      try {
        const { items: routes } = await client.get<{ items: Declared['routes'] }>('/v1/routes');
        const door = doorOf({ routes, commands: commands.data?.items ?? [] }, () => ending.current.signal);
        const notes: Reason[] = [];
        const table = await TableImport.open(
          door,
          {
            source: await sourceOf(file, signal),
            stated: {},
            writtenMs: file.lastModified,
            storeId,
            ignoresUnknown: true,
            onlyExisting,
          },
          {
            onNote: (note) => notes.push(note),
            onRead: (products) => setStep({ is: 'reading', products }),
          },
        );
        await run({ table, door, fileName: file.name, notes }, true, signal);
      } catch (error) {
        if (signal.aborted) return;
        setStep({ is: 'empty' });
        fail(error);
      }
    },
    /** Has the shop changed as the preview has shown it. */
    async apply(): Promise<void> {
      if (step.is === 'previewed') await run(step, false, begin());
    },
    /** Ends it behind the products that are on their way. A preview of a part is none. */
    stop(): void {
      if (step.is !== 'applying') {
        reset();
        return;
      }
      setStopping(true);
      ending.current.abort();
    },
    reset,
  };
}

/** Errors of the browser for a file that was changed, moved or deleted since it was chosen. */
const UNREADABLE = ['NotReadableError', 'NotFoundError'];

function failedBy(error: unknown, { language, spreadsheet }: Texts): Failed {
  if (error instanceof ReasonedError) return { said: error.said(reasons[language]) };
  if (UNREADABLE.includes((error as Error).name)) return { said: spreadsheet.fileChanged };
  return { error: error as ProblemError };
}
