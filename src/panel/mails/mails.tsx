import { Accordion, Alert, Anchor, Badge, Box, Group, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { useMails } from '../api/queries';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { useText } from '../text/text';

const stateColors: Readonly<Record<string, string>> = { sent: 'teal', failed: 'red' };

/** What the store has mailed, for reading: without SMTP settings this is where it ends up. */
export function MailsPage() {
  const texts = useText();
  const mails = useMails();
  return (
    <>
      <PageHeader title={texts.mails.title} lead={texts.mails.lead} />
      <Pages query={mails} empty={<Empty title={texts.mails.empty} hint={texts.mails.emptyHint} />}>
        {(items) => (
          <Accordion variant="separated">
            {items.map(({ id, to, subject, text, state, lastError, createdAt }) => (
              <Accordion.Item key={id} value={id}>
                <Accordion.Control>
                  <Group justify="space-between" gap="xs" wrap="nowrap" pr="xs">
                    <Box miw={0} className="value">
                      <Text fw={600}>
                        <Visible text={subject} />
                      </Text>
                      <Text size="sm" c="dimmed" component="div">
                        {texts.mails.to}: {to === null ? texts.mails.forgotten : <Visible text={to} />} ·{' '}
                        <Ago at={createdAt} />
                      </Text>
                    </Box>
                    <Badge variant="light" color={stateColors[state] ?? 'gray'} style={{ flex: 'none' }}>
                      {texts.mails.states[state] ?? state}
                    </Badge>
                  </Group>
                </Accordion.Control>
                <Accordion.Panel>
                  {lastError && (
                    <Alert color="red" mb="sm">
                      <Visible text={lastError} />
                    </Alert>
                  )}
                  <Text size="sm" className="value letter">
                    <Linked text={text} />
                  </Text>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </Pages>
    </>
  );
}

const PANEL_ADDRESS = /(https?:\/\/[^\s/]+\/panel\/[\w/-]+)/;

/** Addresses of this panel lead there; all else stays text. */
const Linked = ({ text }: { readonly text: string }) =>
  text.split(PANEL_ADDRESS).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    if (!PANEL_ADDRESS.test(part)) return <MailText key={index} text={part} />;
    return (
      <Anchor key={part} component={Link} href={new URL(part).pathname.slice('/panel'.length)} size="sm">
        {part}
      </Anchor>
    );
  });

/** Its lines are lines of a letter: only what else nobody would see gets a sign. */
const MailText = ({ text }: { readonly text: string }) =>
  text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text never move
    <Fragment key={index}>
      {index > 0 && '\n'}
      <Visible text={line} />
    </Fragment>
  ));
