import { Anchor, Code } from '@mantine/core';
import { Link } from 'wouter';
import { useActors } from '../parts/actors';
import { Visible } from '../parts/quoted';
import { useText } from '../text/text';

/** What stands behind a row: a proposal and who approved it, or a job and who asked for it. */
export function Cause({ cause }: { readonly cause: Readonly<Record<string, string>> }) {
  const texts = useText();
  const actors = useActors();
  return Object.entries(cause).map(([name, value], index) => (
    <span key={name}>
      {index > 0 && ' · '}
      {texts.audit.causes[name] ?? <Visible text={name} />}{' '}
      {name === 'proposalId' ? (
        <Anchor component={Link} href={`/proposals/${value}`} size="sm">
          <Visible text={value} />
        </Anchor>
      ) : (
        (actors.get(value) ?? (
          <Code>
            <Visible text={value} />
          </Code>
        ))
      )}
    </span>
  ));
}
