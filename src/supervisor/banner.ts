import path from 'node:path';
import type { SandboxState } from '../kernel/declaration/sandbox';
import type { RunFile } from './run-file';
import { runFilePath } from './run-file';

interface BannerOptions {
  readonly dataFolder: string;
  readonly seconds: number;
  readonly mailsKept: boolean;
  /** Whether a person reads it. Anything else may be a collected log, which no password and no token belongs in. */
  readonly onTerminal: boolean;
  /** Whether the lines of the parts that are no warning are left out on a terminal. */
  readonly warningsOnly?: boolean;
}

/** Writes the first facts that a person needs, in one block. The commands work when pasted. */
export function banner(
  run: RunFile,
  { dataFolder, seconds, mailsKept, onTerminal, warningsOnly }: BannerOptions,
): string {
  const file = path.relative(process.cwd(), runFilePath(dataFolder));
  const secrets: [string, string | null | undefined][] = onTerminal
    ? [
        ['Open your shop', run.setup],
        ['Owner', run.owner && `${run.owner.email}  ${run.owner.password}`],
        ['Developer', run.tokens?.developer],
        ['Agent', run.tokens?.agent],
        ['For programs', file],
      ]
    : [
        [
          'Open your shop',
          run.setup && `by the link in ${file}, which only this user can read, or by npx tezgah setup`,
        ],
        ['Log-in, tokens', run.owner || run.tokens ? `in ${file}, which only this user can read` : null],
      ];
  const rows: [string, string | null | undefined][] = [
    ['API', run.api],
    ['Panel', `${run.api}/panel`],
    ['Docs', run.docs],
    ['MCP', `${run.mcp}/tools`],
    ['Shop', run.shop ?? run.storefront?.url],
    ['Checkout', run.checkout.url],
    ['Temporal UI', run.temporalUi],
    ...Object.entries(run.simulators).map(([key, address]): [string, string] => ['Simulator', `${address} (${key})`]),
    ['Sandbox', run.sandbox && sandboxIn(run.sandbox)],
    ['Mails', mailsKept ? `kept, not sent (no SMTP_URL): ${run.api}/panel/mails` : null],
    ...secrets,
  ];
  const block = rows.flatMap(([label, value]) => (value ? [`  ${label.padEnd(16)}${value}`] : []));
  return [
    '',
    `  Tezgâh is ready (${seconds.toFixed(1)} s). Ctrl-C stops it.`,
    '',
    ...block,
    '',
    ...commandsToTry(run, onTerminal ? undefined : file),
    '',
    ...(onTerminal && warningsOnly
      ? ['  Below stand warnings and errors alone. LOG_LEVEL=info shows each workflow as well.', '']
      : []),
  ].join('\n');
}

const sandboxIn = ({ driver, lacks, reason }: SandboxState): string =>
  [driver ?? 'none, commands of workspaces do not run', driver === null ? null : lacks[0], reason]
    .filter(Boolean)
    .join('. ')
    .replaceAll('.. ', '. ');

/** @param tokenFile where a pasted command reads the token; undefined: it stands in the command */
function commandsToTry({ api, tokens, simulators }: RunFile, tokenFile: string | undefined): string[] {
  if (tokens === null) return ['  Try:', `    curl -s ${api}/v1/meta`, `    curl -s ${api}/v1/commands`];
  const token = tokenFile === undefined ? tokens.developer : '$TOKEN';
  const header = `-H "Authorization: Bearer ${token}"`;
  const [channel] = Object.keys(simulators);
  return [
    '  Try:',
    ...(tokenFile === undefined
      ? []
      : [`    TOKEN=$(node -p "JSON.parse(fs.readFileSync('${tokenFile}')).tokens.developer")`]),
    `    curl -s ${header} '${api}/v1/catalog/products?limit=2'`,
    ...(channel === undefined
      ? []
      : [
          `    curl -s ${header} -H 'Content-Type: application/json' -d '{"mode":"import"}' ${api}/v1/channel/${channel}/catalog/pull`,
          `    curl -s ${header} ${api}/v1/channel/${channel}/jobs`,
        ]),
  ];
}
