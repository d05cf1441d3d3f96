import { Alert, Button, CloseButton, Group, List } from '@mantine/core';
import { visibleText } from '../../kernel/schema/visible';
import { Visible } from '../parts/quoted';
import { count } from '../text/format';
import { useText } from '../text/text';
import type { CountedCode } from './count-session';

/** Codes of which a message tells each. */
const TOLD_MAX = 20;

interface UncountedProps {
  readonly codes: readonly CountedCode[];
  readonly onAgain: () => void;
  readonly onDrop: (codes: readonly string[]) => void;
}

/** Lists codes that could not be counted, until each is put aside. */
export function Uncounted({ codes, onAgain, onDrop }: UncountedProps) {
  const texts = useText();
  const words = texts.stock.count.uncounted;
  return (
    <Alert color="orange" role="alert" title={words.title(count(codes.length, texts))} mb="sm">
      <List size="sm" listStyleType="none" className="value">
        {codes.slice(0, TOLD_MAX).map(({ code, pieces }) => (
          <List.Item key={code}>
            <Group gap={4}>
              <Visible text={words.line(code, count(pieces, texts))} />
              <CloseButton size="sm" aria-label={words.drop(visibleText(code))} onClick={() => onDrop([code])} />
            </Group>
          </List.Item>
        ))}
        {codes.length > TOLD_MAX && <List.Item>{words.more(count(codes.length - TOLD_MAX, texts))}</List.Item>}
      </List>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="light" color="orange" onClick={onAgain}>
          {words.again}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onDrop(codes.map(({ code }) => code))}>
          {words.dropAll}
        </Button>
      </Group>
    </Alert>
  );
}
