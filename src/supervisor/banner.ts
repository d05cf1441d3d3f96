import path from 'node:path';
import type { RunFile } from './run-file';
import { runFilePath } from './run-file';

/** What a person needs first, in one block. The commands work when pasted. */
export function banner(
  run: RunFile,
  { dataFolder, seconds, mailsKept }: { dataFolder: string; seconds: number; mailsKept: boolean },
): string {
  const rows: [string, string | null | undefined][] = [
    ['API', run.api],
    ['Panel', `${run.api}/panel`],
    ['Docs', run.docs],
    ['MCP', run.mcp],
    ['Temporal UI', run.temporalUi],
    ['Marketplace', run.simulators.trendyol],
    ['Mails', mailsKept ? `kept, not sent (no SMTP_URL): ${run.api}/panel/mails` : null],
    ['Owner', run.owner && `${run.owner.email}  ${run.owner.password}`],
    ['Developer', run.tokens?.developer],
    ['Agent', run.tokens?.agent],
    ['For programs', path.relative(process.cwd(), runFilePath(dataFolder))],
  ];
  const block = rows.flatMap(([label, value]) => (value ? [`  ${label.padEnd(14)}${value}`] : []));
  return [
    '',
    `  Tezgâh is ready (${seconds.toFixed(1)} s). Ctrl-C stops it.`,
    '',
    ...block,
    '',
    ...commandsToTry(run),
    '',
  ].join('\n');
}

function commandsToTry({ api, tokens }: RunFile): string[] {
  if (tokens === null) return ['  Try:', `    curl -s ${api}/v1/meta`, `    curl -s ${api}/v1/commands`];
  const header = `-H 'Authorization: Bearer ${tokens.developer}'`;
  return [
    '  Try:',
    `    curl -s ${header} '${api}/v1/catalog/products?limit=2'`,
    `    curl -s ${header} -H 'Content-Type: application/json' -d '{"mode":"import"}' ${api}/v1/channel/trendyol/catalog/pull`,
    `    curl -s ${header} ${api}/v1/channel/trendyol/jobs`,
  ];
}
