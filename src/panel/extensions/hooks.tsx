import { Alert, Button, List, Text } from '@mantine/core';
import { useState } from 'react';
import { useExtensionOps } from '../api/queries';
import type { Extension } from '../api/types';
import { useWord } from '../parts/meaning';
import { Ago } from '../parts/time';
import { PreviewDialog, type Ran } from '../products/preview';
import { useText } from '../text/text';

interface HooksOffProps {
  readonly extension: Extension;
  readonly onRan: (ran: Ran) => void;
}

/** Shows the places along the checkout where an extension decides no more, with the last failure and the way back. */
export function HooksOff({ extension, onRan }: HooksOffProps) {
  const { hooksOff = [], rev } = extension.installed ?? {};
  if (hooksOff.length === 0 || rev === undefined) return null;
  return <Deactivated extension={extension} points={hooksOff} expectedRev={rev} onRan={onRan} />;
}

interface DeactivatedProps extends HooksOffProps {
  readonly points: readonly string[];
  readonly expectedRev: number;
}

function Deactivated({ extension: { key, name }, points, expectedRev, onRan }: DeactivatedProps) {
  const { hooks: texts } = useText().extensions;
  const wordOf = useWord('extension', 'hooksOff');
  const { data } = useExtensionOps(key);
  const [asked, setAsked] = useState(false);
  return (
    <Alert color="orange" mt="sm" title={texts.title}>
      <List size="sm">
        {points.map((point) => {
          const [last] = data?.hooks.find((hook) => hook.point === point)?.lastFailures ?? [];
          return (
            <List.Item key={point}>
              {wordOf(point)}
              {last && (
                <Text size="xs" c="dimmed">
                  {texts.last} <Ago at={last.at} />: {last.message}
                </Text>
              )}
            </List.Item>
          );
        })}
      </List>
      <Button size="xs" variant="default" mt="sm" onClick={() => setAsked(true)}>
        {texts.again}
      </Button>
      {asked && (
        <PreviewDialog
          title={texts.ask(name)}
          text={texts.text}
          yes={texts.again}
          calls={[
            { command: 'extension.hook.deactivate', payload: { extension: key, points, active: true, expectedRev } },
          ]}
          titles={{ [key]: name }}
          onRan={onRan}
          onClose={() => setAsked(false)}
        />
      )}
    </Alert>
  );
}
