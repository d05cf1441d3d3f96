import { Accordion, Alert, Anchor, Badge, Box, Group, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { RECENT_DAYS } from '../../mail/kept';
import { useMails } from '../api/queries';
import { useKeptMails, useSendsMails } from '../api/shop';
import type { Mail } from '../api/types';
import { ActButton } from '../parts/act';
import { figureText } from '../parts/figure';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { count } from '../text/format';
import { useText } from '../text/text';

const stateColors: Readonly<Record<string, string>> = { sent: 'teal', failed: 'red' };

/** Mails that the store has written, sent or kept, and those to be sent after all. */
export function MailsPage() {
  const texts = useText();
  const mails = useMails();
  const sends = useSendsMails();
  return (
    <>
      <PageHeader title={texts.mails.title} lead={texts.mails.lead} />
      {sends === false && (
        <Alert color="orange" role="note" mb="md" title={texts.mails.off.title}>
          {texts.mails.off.text}
        </Alert>
      )}
      {sends && <Kept />}
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
                  {sends && (state === 'kept' || state === 'failed') && <SendOne id={id} />}
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </Pages>
    </>
  );
}

const SEND = { command: 'mail.send', route: '/v1/account/mails/send' } as const;

/** Mails that were kept lately: the owner sends them together. */
function Kept() {
  const texts = useText();
  const { recent, acts, sending, someLeft } = texts.mails;
  const { data: kept } = useKeptMails();
  if (!kept || kept.count === 0) return null;
  const shown = figureText(kept, texts);
  return (
    <Alert color="blue" mb="md" title={recent.title(shown)}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{recent.text(RECENT_DAYS)}</Text>
        <ActButton
          says={{
            ...acts.recent,
            text: acts.recent.text(shown, RECENT_DAYS),
            yes: acts.recent.yes(shown),
            done: sending(shown),
          }}
          {...SEND}
          of={{}}
          done={({ sending: sent, left }) =>
            left === 0
              ? sending(count(Number(sent), texts))
              : someLeft(count(Number(sent), texts), count(Number(left), texts))
          }
          button={{ size: 'xs' }}
        />
      </Stack>
    </Alert>
  );
}

const SendOne = ({ id }: Pick<Mail, 'id'>) => (
  <Group mt="sm">
    <ActButton says={useText().mails.acts.one} {...SEND} of={{ mailIds: [id] }} button={{ size: 'xs' }} />
  </Group>
);

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
