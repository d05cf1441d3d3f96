import { Button, Text } from '@mantine/core';
import { useContext, useMemo, useState } from 'react';
import type { Bundle } from '../../design/bundle/bundle';
import { changesBetween } from '../../design/bundle/changes';
import { tellingOf } from '../../design/bundle/telling';
import { useText } from '../text/text';
import { useTheme } from './api';
import { SectionsContext } from './sections-context';
import { ToldChanges } from './told-changes';

const SHOWN_AT_ONCE = 20;

interface ChangeListProps {
  readonly before: Bundle | null;
  readonly after: Bundle;
}

/** The differences between two designs, in words. */
export function ChangeList({ before, after }: ChangeListProps) {
  const texts = useText();
  const sections = useContext(SectionsContext);
  const { data: theme } = useTheme(after.theme);
  const [most, setMost] = useState(SHOWN_AT_ONCE);
  const changes = useMemo(() => changesBetween(before, after), [before, after]);
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {before ? texts.design.changes.none : texts.design.changes.first}
      </Text>
    );
  const sectionOf = (type: string) => sections.find((each) => each.type === type);
  const told = tellingOf(before, after, { sectionOf, theme });
  return (
    <>
      <ToldChanges changes={changes.slice(0, most).map(told)} />
      {changes.length > most && (
        <Button size="compact-xs" variant="subtle" onClick={() => setMost(most + SHOWN_AT_ONCE)}>
          {texts.common.more}
        </Button>
      )}
    </>
  );
}
