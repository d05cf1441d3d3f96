import { Badge } from '@mantine/core';
import { ActButton } from '../parts/act';
import { useText } from '../text/text';
import { DRAFT, type Draft, MAIN } from './api';
import { useLive } from './versions-api';

const { compare } = new Intl.Collator('en', { numeric: true });

interface BehindProps {
  readonly draft: Draft;
  /** Something was changed and not saved, which neither way would take along. */
  readonly isEdited: boolean;
}

/** Says that another version was published after the draft, and offers the ways forward. */
export function Behind({ draft, isEdited }: BehindProps) {
  const { design } = useText();
  const live = useLive();
  const { behind, body, rev } = draft;
  const of = { ...MAIN, expectedRev: rev };
  const isOlder =
    live !== undefined && body?.theme.key === live.theme && compare(body.theme.version, live.themeVersion) < 0;
  return (
    <>
      {behind && (
        <Badge variant="light" color="orange">
          {design.behind}
        </Badge>
      )}
      {isOlder && !isEdited && (
        <ActButton
          says={design.upgrade}
          command="theme.upgrade"
          of={{ ...of, version: live.themeVersion }}
          button={{ size: 'xs' }}
        />
      )}
      {behind && draft.drafted && !isEdited && (
        <ActButton
          says={design.discard}
          command="design.draft.delete"
          route={DRAFT}
          discards
          of={of}
          destructive
          button={{ size: 'xs' }}
        />
      )}
    </>
  );
}
