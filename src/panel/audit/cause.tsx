import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useActors } from '../parts/actors';
import { Identifier } from '../parts/identifier';
import { Visible } from '../parts/quoted';
import { useText } from '../text/text';

/** Shows the cause of a row: a proposal and its approver, or a job and the one who asked for it. */
export function Cause({ cause }: { readonly cause: Readonly<Record<string, string>> }) {
  const texts = useText();
  const actors = useActors();
  return Object.entries(cause).map(([name, value], index) => (
    <span key={name}>
      {index > 0 && ' · '}
      {name === 'proposalId' ? (
        <Anchor component={Link} href={`/proposals/${value}`} size="sm">
          {texts.audit.causes[name]}
        </Anchor>
      ) : (
        (texts.audit.causes[name] ?? <Visible text={name} />)
      )}{' '}
      {actors.get(value) ?? <Identifier id={value} of={texts.audit.causes[name]} />}
    </span>
  ));
}
