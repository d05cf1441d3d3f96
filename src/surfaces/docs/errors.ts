import { problemOf, Refusal } from '../../kernel/errors';
import type { Meaning } from '../../kernel/meaning';
import { type ProblemCode, problems } from '../../kernel/problems';
import type { DocsPage } from './page';

const EXAMPLE_REQUEST = '8840f1c6-2109-4db5-9607-f394172385b9';

/** A page for each code; the `type` of a problem leads to it. */
export const errorPages = (): DocsPage[] => problems().map(([code, meaning]) => errorPage(code, meaning));

function errorPage(code: ProblemCode, { status, title, turkish, cause, remedy }: Meaning): DocsPage {
  const body = { ...problemOf(new Refusal(code)), requestId: EXAMPLE_REQUEST };
  const more =
    status === 409
      ? 'Further members tell what is there instead.'
      : 'It may have further members that a program acts on, and `errors` with a reason for each field.';
  return {
    path: body.type,
    title: `\`${code}\``,
    summary: title,
    markdown: `# \`${code}\`

${title} HTTP ${status}, in Turkish: <span lang="tr">${turkish}</span>

**Cause.** ${cause}

**What to do.** ${remedy}

**Send it again?** ${repeatOf(status)}

## What is answered

\`\`\`json
${JSON.stringify(body, null, 2)}
\`\`\`

${more} Programs act on \`code\`. All codes: [errors](/docs/errors).
`,
  };
}

/** Says whether a call that was answered the status is sent again, and how. */
function repeatOf(status: number): string {
  if (status === 408 || status === 429 || status >= 500)
    return 'Yes: the same call with the same idempotency key, after `Retry-After` where the answer has it. It is done once.';
  if (status === 409) return 'Not as it is: read what is there now, then send a new call with a new idempotency key.';
  return 'Not as it is: it would be refused again. Mend it, and send it with a new idempotency key.';
}

/** Every code in a table. */
export function errorList(): DocsPage {
  const rows = problems().map(
    ([code, { status, title }]) => `| [\`${code}\`](/docs/errors/${code}) | ${status} | ${title} |`,
  );
  const summary = 'Every code that the API answers, with its cause and what to do.';
  return {
    path: '/docs/errors',
    title: 'Errors',
    summary,
    markdown: `# Errors

${summary} Every refusal is \`application/problem+json\`; see [the guide](/docs/guides/errors).

| code | status | title |
| --- | --- | --- |
${rows.join('\n')}
`,
  };
}
