import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { AskedPasskey } from '../../account/passkey/wire';
import { client, newKey, type ProblemError } from '../api/client';
import { Visible } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { CodeInput } from './code-input';
import { CurrentPassword } from './current-password';
import { Entrance } from './entrance';
import { useLinkToken } from './link-token';
import { NewPassword } from './new-password';
import { knowsPasskeys, withPasskeys } from './passkey-button';
import { useSending } from './sending';
import { goTo, type SessionState } from './session';

interface Invited {
  readonly email: string;
  readonly storeName: string;
}

/** Lets an invited owner in. Looking at the page uses nothing up: the button does. */
export function Join({ enter }: { readonly enter: SessionState['enter'] }) {
  const texts = useText();
  const token = useLinkToken();
  const invited = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => client.post<Invited>('/v1/auth/invitation', { token }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Entrance title={texts.join.title} lead={texts.join.lead}>
      {token === '' ? (
        <Alert color="blue">{texts.join.incomplete}</Alert>
      ) : invited.data ? (
        <JoinForm token={token} invited={invited.data} enter={enter} />
      ) : invited.error ? (
        <Stack>
          <Failure error={invited.error} />
          <Anchor component={Link} href="/">
            {texts.session.signIn}
          </Anchor>
        </Stack>
      ) : (
        <Loading />
      )}
    </Entrance>
  );
}

interface JoinFormProps {
  readonly token: string;
  readonly invited: Invited;
  readonly enter: SessionState['enter'];
}

function JoinForm({ token, invited: { email, storeName }, enter }: JoinFormProps) {
  const texts = useText();
  const [, navigate] = useLocation();
  const [hasLogin, setHasLogin] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const { busy, error, submit } = useSending(async () => {
    if (hasLogin) {
      const proof = { password, ...(needsCode ? { code: code.trim() } : {}) };
      try {
        await client.enter('/v1/auth/login', { email, ...proof });
        await client.post('/v1/auth/confirm', proof);
      } catch (refused) {
        const { problem } = refused as ProblemError;
        if (problem?.code !== 'second_factor_needed') throw refused;
        // The field for a code is there from now on, also when nothing comes of the passkey.
        setNeedsCode(true);
        const asked = problem.passkey as AskedPasskey | undefined;
        if (!asked || !knowsPasskeys()) return;
        const { showPasskey, confirmByPasskey } = await withPasskeys();
        await client.enter('/v1/auth/login', { email, password, passkey: await showPasskey(asked) });
        await confirmByPasskey(password);
      }
      const { storeId } = await client.post<{ storeId: string }>('/v1/account/stores/join', { token }, newKey());
      await goTo(storeId);
      return;
    }
    await enter('/v1/auth/join', { token, password });
    navigate('/', { replace: true });
  });
  // Both ways are offered to everybody: whether the address has a login is for nobody who has the link alone.
  const change = () => {
    setHasLogin(!hasLogin);
    setPassword('');
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <div className="value">
          <Text fw={600}>
            <Visible text={storeName} />
          </Text>
          <Text size="sm" c="dimmed">
            <Visible text={email} />
          </Text>
        </div>
        {hasLogin ? (
          <>
            <CurrentPassword label={texts.account.ownPassword} value={password} onChange={setPassword} />
            {needsCode && <CodeInput value={code} onChange={setCode} autoFocus />}
          </>
        ) : (
          <NewPassword value={password} onChange={setPassword} />
        )}
        {error && <Failure error={error} />}
        <Button type="submit" loading={busy} fullWidth>
          {texts.join.submit}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={change}>
          {hasLogin ? texts.join.withNew : texts.join.withOwn}
        </Anchor>
      </Stack>
    </form>
  );
}
