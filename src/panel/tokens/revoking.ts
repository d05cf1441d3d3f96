import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import type { Token } from '../api/types';
import { useSession } from '../session/session';

/** Ends a token: whoever holds its secret is refused at the next call. */
export function useRevoking({ id }: Pick<Token, 'id'>) {
  const { storeId } = useSession();
  const refresh = useRefresh();
  const [key] = useState(newKey);
  return useMutation({
    mutationFn: () => client.run({ storeId, command: 'token.revoke', payload: { tokenId: id } }, key),
    onSettled: refresh,
  });
}
