import { Alert, Button, Code, Group, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { MintedToken } from '../api/types';
import { Copy } from '../parts/copy';
import { Visible } from '../parts/quoted';
import { filled, useText } from '../text/text';
import { type Snippet, snippetsOf, toolsAddress } from './snippets';

interface SecretProps {
  readonly minted: MintedToken;
  readonly onClose: () => void;
  /** The part about the token that this one replaces. */
  readonly children?: ReactNode;
}

/** The secret of a new token, shown this once, and what a client is told to connect with it. */
export function Secret({ minted, onClose, children }: SecretProps) {
  const texts = useText();
  if (!minted.token)
    return (
      <Stack>
        <Alert color="orange">{texts.tokens.secretLost}</Alert>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.common.close}</Button>
        </Group>
      </Stack>
    );
  const { origin } = window.location;
  return (
    <Stack>
      <Alert color="orange">{texts.tokens.secretText}</Alert>
      <Text fw={600}>
        <Visible text={minted.label} />
      </Text>
      <Copied label={texts.tokens.secretLabel} value={minted.token} autoFocus />
      <Copied label={texts.tokens.address} value={toolsAddress(origin)} />
      <Connect snippets={snippetsOf(origin, minted.token)} first={minted.kind === 'agent' ? 'Claude Code' : 'curl'} />
      {children}
      <Group justify="flex-end">
        <Button onClick={onClose}>{texts.tokens.secretDone}</Button>
      </Group>
    </Stack>
  );
}

interface CopiedProps {
  readonly label: string;
  readonly value: string;
  readonly autoFocus?: boolean;
}

function Copied({ label, value, autoFocus = false }: CopiedProps) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500} flex={1}>
          {label}
        </Text>
        <Copy value={value} of={label} autoFocus={autoFocus} />
      </Group>
      <Code block aria-label={label} className="value snippet" fz="sm">
        {value}
      </Code>
    </div>
  );
}

function Connect({ snippets, first }: { readonly snippets: readonly Snippet[]; readonly first: string }) {
  const texts = useText();
  return (
    <section aria-label={texts.tokens.connect}>
      <Text size="sm" fw={500} mb={4}>
        {texts.tokens.connect}
      </Text>
      <Tabs defaultValue={first} keepMounted={false}>
        <Tabs.List>
          {snippets.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ name, file, text, asks = false }) => (
          <Tabs.Panel key={name} value={name} pt="xs">
            <Group justify="space-between" mb={4} wrap="nowrap" align="flex-start">
              <Text size="sm">
                {file === null
                  ? texts.tokens.inTerminal
                  : filled(asks ? texts.tokens.inFileAsks : texts.tokens.inFile, { file: <Code>{file}</Code> })}
              </Text>
              <Copy value={text} of={name} />
            </Group>
            <Code block aria-label={name} className="snippet">
              {text}
            </Code>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
