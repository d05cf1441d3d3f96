import {
  Accordion,
  Alert,
  Badge,
  Button,
  Checkbox,
  Code,
  CopyButton,
  Group,
  Input,
  Modal,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { CheckIcon, CopyIcon } from '@radix-ui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import { client, newKey } from '../api/client';
import { useCommands, useRefresh, useScopes } from '../api/queries';
import type { MintedToken, TokenKind } from '../api/types';
import { useChoices, useLabel, useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { DAYS_DEFAULT, defaultScopes, SCOPES_MAX } from './defaults';

const DAYS_MAX = 3650;
const PERCENT_MAX = 1000;
const LABEL_LENGTH_MAX = 80;
const sensitivityColors = { low: 'gray', high: 'yellow', critical: 'red' } as const;

export function MintDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useText();
  const [minted, setMinted] = useState<MintedToken | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={minted ? texts.tokens.secretTitle : texts.tokens.mintTitle}
      size="lg"
      centered
      // The plaintext is shown once: a slip beside the window must not lose it.
      closeOnClickOutside={!minted}
      closeOnEscape={!minted}
      withCloseButton={!minted}
    >
      {minted ? <Secret minted={minted} onClose={onClose} /> : <MintForm onMinted={setMinted} onClose={onClose} />}
    </Modal>
  );
}

interface MintFormProps {
  readonly onMinted: (token: MintedToken) => void;
  readonly onClose: () => void;
}

function MintForm({ onMinted, onClose }: MintFormProps) {
  const texts = useText();
  const kinds = useChoices('token', 'kind');
  const scopeWord = useWord('token', 'scopes');
  const limitsLabel = useLabel('token', 'limits');
  const itemsLabel = useLabel('token', 'limits', 'itemsPerProposal');
  const percentLabel = useLabel('token', 'limits', 'priceChangePercent');
  const neverLabel = useLabel('token', 'limits', 'neverCommands');
  const refresh = useRefresh();
  const scopes = useScopes();
  const [kind, setKind] = useState<TokenKind>('agent');
  const [label, setLabel] = useState('');
  const [days, setDays] = useState<number | string>(DAYS_DEFAULT);
  const [items, setItems] = useState<number | string>('');
  const [percent, setPercent] = useState<number | string>('');
  const [never, setNever] = useState<string[]>([]);
  const commands = useCommands()
    .data?.items.map(({ id }) => id)
    .toSorted();
  const [chosen, setChosen] = useState<string[]>([...defaultScopes.agent]);
  const keys = useRef(new Map<string, string>());
  const mint = useMutation({
    mutationFn: () => {
      const name = label.trim();
      const limits = {
        ...(items === '' ? {} : { itemsPerProposal: Number(items) }),
        ...(percent === '' ? {} : { priceChangePercent: Number(percent) }),
        ...(never.length > 0 ? { neverCommands: never } : {}),
      };
      const body = {
        kind,
        ...(name ? { label: name } : {}),
        scopes: chosen,
        expiresInDays: Number(days),
        ...(Object.keys(limits).length > 0 ? { limits } : {}),
      };
      // The same wish keeps its key, so that a lost answer does not mint a second token; another wish needs another key.
      const wish = JSON.stringify(body);
      const key = keys.current.get(wish) ?? newKey();
      keys.current.set(wish, key);
      return client.post<MintedToken>('/v1/tokens', body, key);
    },
    onSuccess: async (token) => {
      onMinted(token);
      await refresh();
    },
  });
  if (scopes.isPending) return <Loading />;
  if (scopes.error) return <Failure error={scopes.error} retry={scopes.refetch} />;
  const offered = scopes.data.items.filter(
    ({ grantable_to: to }) => to === 'any' || (to === 'developer' && kind === 'developer'),
  );
  const wrong =
    chosen.length === 0 ? texts.tokens.scopesNeeded : chosen.length > SCOPES_MAX ? texts.tokens.scopesMax : null;
  const choose = (next: TokenKind) => {
    setKind(next);
    setChosen([...defaultScopes[next]]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong) mint.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Input.Wrapper label={texts.tokens.kind} description={texts.tokens.kindHints[kind]}>
          <SegmentedControl
            mt={6}
            fullWidth
            aria-label={texts.tokens.kind}
            value={kind}
            onChange={(next) => choose(next as TokenKind)}
            data={kinds}
          />
        </Input.Wrapper>
        <TextInput
          label={texts.tokens.label}
          placeholder={texts.tokens.labelPlaceholder}
          maxLength={LABEL_LENGTH_MAX}
          data-autofocus
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <NumberInput
          label={texts.tokens.expires}
          min={1}
          max={DAYS_MAX}
          allowDecimal={false}
          required
          value={days}
          onChange={setDays}
        />
        <Checkbox.Group label={texts.tokens.scopes} value={chosen} onChange={setChosen} error={wrong}>
          <Stack gap={6} mt="xs">
            {offered.map(({ scope, sensitivity }) => (
              <Checkbox
                key={scope}
                value={scope}
                label={
                  <Group gap={6}>
                    <span>{scopeWord(scope)}</span>
                    <Code>{scope}</Code>
                    {sensitivity !== 'low' && (
                      <Badge size="xs" variant="light" color={sensitivityColors[sensitivity]}>
                        {texts.tokens.sensitivities[sensitivity]}
                      </Badge>
                    )}
                  </Group>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Accordion variant="contained">
          <Accordion.Item value="limits">
            <Accordion.Control>{limitsLabel}</Accordion.Control>
            <Accordion.Panel>
              <Stack gap="xs">
                <Text size="sm" c="dimmed">
                  {texts.tokens.limitsHints[kind]}
                </Text>
                <NumberInput
                  label={itemsLabel}
                  min={1}
                  max={PROPOSAL_ITEMS_MAX}
                  allowDecimal={false}
                  value={items}
                  onChange={setItems}
                />
                <NumberInput
                  label={percentLabel}
                  min={0}
                  max={PERCENT_MAX}
                  decimalSeparator=","
                  value={percent}
                  onChange={setPercent}
                />
                <MultiSelect label={neverLabel} data={commands ?? []} searchable value={never} onChange={setNever} />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        {mint.error && <Failure error={mint.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" loading={mint.isPending} disabled={wrong !== null}>
            {texts.tokens.mintAction}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface SecretProps {
  readonly minted: MintedToken;
  readonly onClose: () => void;
}

function Secret({ minted, onClose }: SecretProps) {
  const texts = useText();
  if (!minted.token)
    return (
      <Stack>
        <Alert color="orange">{texts.tokens.secretLost}</Alert>
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.common.close}</Button>
        </Group>
      </Stack>
    );
  return (
    <Stack>
      <Alert color="orange">{texts.tokens.secretText}</Alert>
      <Text fw={600}>
        <Visible text={minted.label} />
      </Text>
      <Code block aria-label={texts.tokens.secretLabel} className="value" fz="sm">
        {minted.token}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={minted.token}>
          {({ copied, copy }) => (
            <Button variant="default" data-autofocus leftSection={copied ? <CheckIcon /> : <CopyIcon />} onClick={copy}>
              {copied ? texts.common.copied : texts.common.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{texts.tokens.secretDone}</Button>
      </Group>
    </Stack>
  );
}
