import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type History, historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils';

const folder = path.join(__dirname, '..', 'histories');

export interface SavedHistory {
  /** `workflow/case`. */
  readonly workflowId: string;
  readonly history: History;
}

/** Every saved history; those of a released version are never edited, new ones are added. */
export function savedHistories(): SavedHistory[] {
  return readdirSync(folder).flatMap((workflow) =>
    readdirSync(path.join(folder, workflow)).map((file) => ({
      workflowId: `${workflow}/${path.basename(file, '.json')}`,
      history: historyFromJSON(JSON.parse(readFileSync(path.join(folder, workflow, file), 'utf8'))),
    })),
  );
}

export function saveHistory(workflow: string, name: string, history: History): void {
  mkdirSync(path.join(folder, workflow), { recursive: true });
  const events = JSON.parse(historyToJSON(history) as unknown as string);
  // Which machine recorded it is nobody's business, and nothing that a replay reads.
  const text = JSON.stringify(
    events,
    (key, value) => (key === 'identity' || key === 'stackTrace' ? undefined : value),
    1,
  );
  writeFileSync(path.join(folder, workflow, `${name}.json`), `${text}\n`);
}
