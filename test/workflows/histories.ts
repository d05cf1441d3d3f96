import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
// Private to the SDK, and needed to record alone: a release without it fails here, and nothing that ships.
import { type History, historyToJSON } from '@temporalio/common/lib/proto-utils';

const folder = path.join(__dirname, '..', 'histories');

export interface SavedHistory {
  /** `workflow/case`. */
  readonly workflowId: string;
  /** As JSON, which a replay reads. */
  readonly history: { readonly events: readonly SavedEvent[] };
}

interface SavedEvent {
  readonly activityTaskScheduledEventAttributes?: { readonly activityType: { name: string } };
  readonly markerRecordedEventAttributes?: {
    readonly details: Readonly<Record<string, { readonly payloads: readonly { data: string }[] }>>;
  };
}

/** Marks of branches that the SDK has of its own. */
const OF_THE_SDK = '__sdk_internal_';

/** The names of the branches that a workflow has taken by `patched`. */
export function branchesTaken({ history }: SavedHistory): string[] {
  return history.events
    .flatMap(({ markerRecordedEventAttributes: it }) => it?.details['patch-data']?.payloads ?? [])
    .map(({ data }) => (JSON.parse(Buffer.from(data, 'base64').toString()) as { readonly id: string }).id)
    .filter((name) => !name.startsWith(OF_THE_SDK));
}

/** Every saved history; those of a released version are never edited, new ones are added. */
export function savedHistories(): SavedHistory[] {
  return readdirSync(folder).flatMap((workflow) =>
    readdirSync(path.join(folder, workflow)).map((file) => ({
      workflowId: `${workflow}/${path.basename(file, '.json')}`,
      history: JSON.parse(readFileSync(path.join(folder, workflow, file), 'utf8')),
    })),
  );
}

/** Under a number of its own when there is one of that name already. */
export function saveHistory(workflow: string, name: string, history: History): void {
  mkdirSync(path.join(folder, workflow), { recursive: true });
  const events = JSON.parse(historyToJSON(history) as unknown as string);
  // Which machine recorded it is nobody's business, and nothing that a replay reads.
  const text = JSON.stringify(
    events,
    (key, value) => (key === 'identity' || key === 'stackTrace' ? undefined : value),
    1,
  );
  const taken = new Set(readdirSync(path.join(folder, workflow)));
  let file = `${name}.json`;
  for (let number = 2; taken.has(file); number += 1) file = `${name}-${number}.json`;
  writeFileSync(path.join(folder, workflow, file), `${text}\n`);
}
