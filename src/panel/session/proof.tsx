import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '../api/client';
import { usePasskeys, useSecondFactor } from '../api/queries';
import { useText } from '../text/text';
import { CodeInput } from './code-input';
import { CurrentPassword } from './current-password';
import { knowsPasskeys, withPasskeys } from './passkey-button';

/**
 * The password and, with a two-step log-in, a code: an owner says both again before an act that a stolen session must not do. Or a passkey,
 * with the password where it does not verify its owner.
 */
export interface Proof {
  readonly password: string;
  readonly code: string;
  readonly needsPassword: boolean;
  readonly needsCode: boolean;
  /** The way by a passkey; null: there is none. */
  readonly passkey: { readonly isChosen: boolean; choose(isChosen: boolean): void } | null;
  setPassword(password: string): void;
  setCode(code: string): void;
  /** Sends it. For ten minutes the session may do such acts. @throws {ProblemError} */
  confirm(): Promise<void>;
  clear(): void;
}

export function useProof(): Proof {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isChosen, choose] = useState(true);
  const { data } = useSecondFactor();
  const hasPasskey = knowsPasskeys() && (data?.passkeys ?? 0) > 0;
  const passkeys = usePasskeys(hasPasskey).data?.items ?? [];
  const byPasskey = hasPasskey && isChosen;
  const needsPassword = !byPasskey || !passkeys.some(({ verifiesOwner }) => verifiesOwner);
  const needsCode = !byPasskey && Boolean(data?.since);
  return {
    ...{ password, code, needsPassword, needsCode, setPassword, setCode },
    passkey: hasPasskey ? { isChosen, choose } : null,
    confirm: async () => {
      if (byPasskey) return (await withPasskeys()).confirmByPasskey(needsPassword ? password : undefined);
      return client.post('/v1/auth/confirm', { password, ...(needsCode ? { code: code.trim() } : {}) });
    },
    clear: () => {
      setPassword('');
      setCode('');
    },
  };
}

export function ProofFields({ proof, label }: { readonly proof: Proof; readonly label: string }) {
  const { secondFactor } = useText();
  const { passkey } = proof;
  return (
    <>
      {passkey?.isChosen && <Text size="sm">{secondFactor.passkeyAsked}</Text>}
      {proof.needsPassword && <CurrentPassword label={label} value={proof.password} onChange={proof.setPassword} />}
      {proof.needsCode && <CodeInput value={proof.code} onChange={proof.setCode} />}
      {passkey && (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => passkey.choose(!passkey.isChosen)}>
          {passkey.isChosen ? secondFactor.byCode : secondFactor.usePasskey}
        </Anchor>
      )}
    </>
  );
}
