import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import type { Command } from '../../kernel/declaration/command';
import type { Route } from '../../kernel/declaration/route';
import type { DocsPage } from './page';

type Listed = Pick<CapabilityIndex, 'commands' | 'routes'>;

/** An index of all commands by their ids: the reference has those without a route of their own as examples of one call alone. */
export function commandList({ commands, routes }: Listed): DocsPage {
  const envelope = routes.find(({ http }) => http === 'POST /v1/commands');
  const row = ({ id, summary, route }: Command): string => {
    const own = route && routes.find(({ http }) => http === route.http);
    const places = [envelope, own].flatMap((each) => (each ? [linkTo(each)] : []));
    return `| \`${id}\` | ${summary.replaceAll('|', '\\|')} | ${places.join(', ')} |`;
  };
  const summary = 'Every command by its id, with the calls that run it.';
  const rows = commands.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(row);
  return {
    path: '/docs/commands',
    title: 'Commands',
    summary,
    markdown: `# Commands

${summary} \`POST /v1/commands\` runs any of them; the reference has an example of each.

| command | what it does | calls |
| --- | --- | --- |
${rows.join('\n')}
`,
  };
}

/** A link to the place of a call in the reference, as Swagger UI makes it. */
const linkTo = ({ id, http }: Route): string => `[\`${http}\`](/docs#/${id.split('.')[0]}/${id})`;
