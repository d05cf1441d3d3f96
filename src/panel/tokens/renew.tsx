import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import type { MintedToken, Token } from '../api/types';
import { Dialog } from '../parts/dialog';
import { useWord } from '../parts/meaning';
import { NumberField } from '../parts/number-field';
import { Failure, Loading } from '../parts/states';
import { dateTime } from '../text/format';
import { useText } from '../text/text';
import { DAYS_MAX, daysOf, useMinting, wishLike } from './minting';
import { useRevoking } from './revoking';
import { Secret } from './secret';

type Ending = 'later' | 'now';

interface RenewDialogProps {
  readonly token: Token;
  readonly onClose: () => void;
}

/**
 * Another secret for the same name and rights. The new token is minted first, and only then may the old one end: whatever is cut
 * off between, one of them works, and the list says which waits for what.
 */
export function RenewDialog({ token, onClose }: RenewDialogProps) {
  const texts = useText();
  const scopeWord = useWord('token', 'scopes');
  const isActive = token.status === 'active';
  const [minted, setMinted] = useState<MintedToken | null>(null);
  const [days, setDays] = useState<number | null>(() => daysOf(token));
  const [ending, setEnding] = useState<Ending>('later');
  const revoke = useRevoking(token);
  const endsNow = isActive && ending === 'now';
  const mint = useMinting((made) => {
    setMinted(made);
    if (endsNow) revoke.mutate();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mint.mutate(wishLike(token, Number(days)));
  };
  const old = visibleText(token.label);
  const { renew } = texts.tokens;
  return (
    <Dialog
      onClose={onClose}
      title={minted ? texts.tokens.secretTitle : renew.title}
      size="lg"
      closeOnClickOutside={!minted && !mint.isPending}
      closeOnEscape={!minted && !mint.isPending}
      withCloseButton={!minted}
    >
      {minted ? (
        <Secret minted={minted} onClose={onClose}>
          {endsNow ? (
            revoke.error ? (
              <Failure inDialog error={revoke.error} retry={() => revoke.mutate()} />
            ) : revoke.isSuccess ? (
              <Alert color="teal" role="status">
                {renew.ended}
              </Alert>
            ) : (
              <Loading label={renew.ending} />
            )
          ) : (
            isActive && <Alert color="blue">{renew.overlap(dateTime(token.expiresAt, texts))}</Alert>
          )}
        </Secret>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">{renew.text(old)}</Text>
            <Text size="sm" c="dimmed">
              {texts.tokens.scopes}: {token.scopes.map(scopeWord).join(' · ')}
            </Text>
            <NumberField
              label={texts.tokens.expires}
              min={1}
              max={DAYS_MAX}
              required
              data-autofocus
              value={days}
              onChange={setDays}
            />
            {isActive && (
              <Radio.Group label={renew.old} value={ending} onChange={(next) => setEnding(next as Ending)}>
                <Stack gap="xs" mt={6}>
                  <Radio
                    value="later"
                    label={renew.later}
                    description={renew.laterHint(dateTime(token.expiresAt, texts))}
                  />
                  <Radio
                    value="now"
                    label={renew.now}
                    description={token.kind === 'agent' ? renew.nowHintAgent : renew.nowHint}
                  />
                </Stack>
              </Radio.Group>
            )}
            {mint.error && <Failure error={mint.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {texts.common.cancel}
              </Button>
              <Button type="submit" loading={mint.isPending}>
                {renew.action}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
