import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { SCOPES_MAX } from '../../kernel/declaration/scopes';
import { useScopes } from '../api/queries';
import type { MintedToken, ScopeRow, TokenKind } from '../api/types';
import { Dialog } from '../parts/dialog';
import { useChoices } from '../parts/meaning';
import { NumberField } from '../parts/number-field';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { LimitFields, limitsOf, noLimits } from './limits';
import { DAYS_DEFAULT, DAYS_MAX, useMinting } from './minting';
import { ScopeChoice, tickedFor } from './scopes';
import { Secret } from './secret';

const LABEL_LENGTH_MAX = 80;

export function MintDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useText();
  const scopes = useScopes();
  const [minted, setMinted] = useState<MintedToken | null>(null);
  return (
    <Dialog
      onClose={onClose}
      title={minted ? texts.tokens.secretTitle : texts.tokens.mintTitle}
      size="lg"
      // The plaintext is shown once: a slip beside the window must not lose it.
      closeOnClickOutside={!minted}
      closeOnEscape={!minted}
      withCloseButton={!minted}
    >
      {minted ? (
        <Secret minted={minted} onClose={onClose} />
      ) : scopes.data ? (
        <MintForm scopes={scopes.data.items} onMinted={setMinted} onClose={onClose} />
      ) : scopes.error ? (
        <Failure inDialog error={scopes.error} retry={scopes.refetch} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

interface MintFormProps {
  readonly scopes: readonly ScopeRow[];
  readonly onMinted: (token: MintedToken) => void;
  readonly onClose: () => void;
}

function MintForm({ scopes, onMinted, onClose }: MintFormProps) {
  const texts = useText();
  const kinds = useChoices('token', 'kind');
  const [kind, setKind] = useState<TokenKind>('agent');
  const [label, setLabel] = useState('');
  const [days, setDays] = useState<number | null>(DAYS_DEFAULT);
  const [limits, setLimits] = useState(noLimits);
  const [chosen, setChosen] = useState(() => tickedFor(scopes, 'agent'));
  const mint = useMinting(onMinted);
  const wrong =
    chosen.length === 0 ? texts.tokens.scopesNeeded : chosen.length > SCOPES_MAX ? texts.tokens.scopesMax : null;
  const choose = (next: TokenKind) => {
    setKind(next);
    setChosen(tickedFor(scopes, next));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = limitsOf(limits);
    const name = label.trim();
    if (wrong || !name) return;
    mint.mutate({
      kind,
      label: name,
      scopes: chosen,
      expiresInDays: Number(days),
      ...(asked ? { limits: asked } : {}),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Radio.Group label={texts.tokens.kind} value={kind} onChange={(next) => choose(next as TokenKind)}>
          <Stack gap="xs" mt={6}>
            {kinds.map(({ value, label: word }) => (
              <Radio key={value} value={value} label={word} description={texts.tokens.kindHints[value as TokenKind]} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={texts.tokens.label}
          description={texts.tokens.labelHint}
          placeholder={texts.tokens.labelPlaceholder}
          maxLength={LABEL_LENGTH_MAX}
          required
          // Blanks are no name.
          pattern=".*\S.*"
          data-autofocus
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <NumberField label={texts.tokens.expires} min={1} max={DAYS_MAX} required value={days} onChange={setDays} />
        <ScopeChoice kind={kind} scopes={scopes} chosen={chosen} wrong={wrong} onChoose={setChosen} />
        <LimitFields kind={kind} draft={limits} onChange={setLimits} />
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
