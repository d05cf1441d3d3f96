import { useState } from 'react';
import { client } from '../api/client';
import { useSecondFactor } from '../api/queries';
import { CodeInput } from './code-input';
import { CurrentPassword } from './current-password';

/** The password and, with a two-step log-in, a code: an owner says both again before an act that a stolen session must not do. */
export interface Proof {
  readonly password: string;
  readonly code: string;
  readonly needsCode: boolean;
  setPassword(password: string): void;
  setCode(code: string): void;
  /** Sends it. For ten minutes the session may do such acts. @throws {ProblemError} */
  confirm(): Promise<void>;
  clear(): void;
}

export function useProof(): Proof {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const needsCode = Boolean(useSecondFactor().data?.since);
  return {
    ...{ password, code, needsCode, setPassword, setCode },
    confirm: () => client.post('/v1/auth/confirm', { password, ...(needsCode ? { code: code.trim() } : {}) }),
    clear: () => {
      setPassword('');
      setCode('');
    },
  };
}

export function ProofFields({ proof, label }: { readonly proof: Proof; readonly label: string }) {
  return (
    <>
      <CurrentPassword label={label} value={proof.password} onChange={proof.setPassword} />
      {proof.needsCode && <CodeInput value={proof.code} onChange={proof.setCode} />}
    </>
  );
}
