import { type ProblemCode, problemOf, problems, Refusal } from '../../kernel/errors';
import { problemHelp, repeatOf } from '../../kernel/problem-help';
import type { DocsPage } from './page';

const EXAMPLE_REQUEST = '8840f1c6-2109-4db5-9607-f394172385b9';

/** A page for each code; the `type` of a problem leads to it. */
export const errorPages = (): DocsPage[] => (Object.keys(problems) as ProblemCode[]).map(errorPage);

function errorPage(code: ProblemCode): DocsPage {
  const { status, title, turkish } = problems[code];
  const { cause, remedy } = problemHelp[code];
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

**Send it again?** ${repeatOf(code)}

## What is answered

\`\`\`json
${JSON.stringify(body, null, 2)}
\`\`\`

${more} Programs act on \`code\`. All codes: [errors](/docs/errors).
`,
  };
}

/** Every code in a table. */
export function errorList(): DocsPage {
  const rows = Object.entries(problems).map(
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
