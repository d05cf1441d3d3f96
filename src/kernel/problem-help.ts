import { type ProblemCode, problems } from './errors';

/** Help for a developer who has met a code. */
interface Help {
  readonly cause: string;
  readonly remedy: string;
}

/** Why each code is answered, and what its caller does about it. */
export const problemHelp: Readonly<Record<ProblemCode, Help>> = {
  invalid_request: {
    cause: 'A field, parameter or header is missing, unknown, or does not fit its schema.',
    remedy: 'Read `errors`: each entry has a reason and a pointer into the request. Correct all of them.',
  },
  unauthenticated: {
    cause: 'The request has no token or session, or an unknown, revoked or expired one.',
    remedy: 'Send `Authorization: Bearer <token>` with a live token. The owner creates tokens in the panel.',
  },
  invalid_login: {
    cause: 'No owner has this e-mail and password together.',
    remedy: 'Check both. Failures slow down further tries of the same account and address, up to a minute.',
  },
  forbidden_scope: {
    cause: 'The token is live, but lacks the scope that the call needs.',
    remedy: 'Ask the owner for a token with the scope that `detail` names, or for its approval as a proposal.',
  },
  owner_only: {
    cause: 'The call, or a part of its answer, is open to the session of an owner only.',
    remedy: 'Let the owner do it in the panel. No scope of an agent opens it.',
  },
  agent_workspace_only: {
    cause: 'An agent named a workspace that is not its own.',
    remedy: 'Name the workspace that the token belongs to.',
  },
  runtime_only: {
    cause: 'Workflows and sweeps of the product issue this command; no door takes it.',
    remedy: 'Use the call that starts that work; `/docs` lists every call.',
  },
  confirm_needed: {
    cause: 'The call needs a password that was entered a short while ago.',
    remedy: 'Send the password to `POST /v1/auth/confirm`, then the call once more.',
  },
  csrf_failed: {
    cause: 'A change came with a session, without its `X-CSRF-Token` or from a page of another origin.',
    remedy: 'Send the `csrfToken` of the login as `X-CSRF-Token`. Programs use a token and need none.',
  },
  not_found: {
    cause: 'The path does not exist, or it names a thing that the store of the credential does not have.',
    remedy: 'Check path and id. A thing of another store is answered like a thing that does not exist.',
  },
  method_not_allowed: {
    cause: 'The path exists, but does not take this method.',
    remedy: 'Use a method that the header `Allow` names.',
  },
  rev_conflict: {
    cause: 'The thing has another `rev` than the caller stated: somebody changed it meanwhile.',
    remedy: 'Read the thing again, with `currentRev`, and decide anew whether to change it.',
  },
  stock_conflict: {
    cause: 'The stock differs from the expected one, e.g. because something was sold.',
    remedy: 'Compute anew from the stock that the problem tells, and send the result.',
  },
  preview_changed: {
    cause: 'The call would now do something else than the preview with the stated `hash`.',
    remedy: 'Read the new preview, and state its hash if you agree.',
  },
  codes_conflict: {
    cause: 'Somebody has added codes to the pool since the caller counted it.',
    remedy: 'Count the pool again, and state that number.',
  },
  invalid_state: {
    cause: 'The state of the thing does not allow the call, e.g. the cancellation of an ended job.',
    remedy: 'Read the state; the problem tells it.',
  },
  marketplace_order: {
    cause: 'The marketplace takes and gives back the money of the order, and its packages are sent through it.',
    remedy: 'Act on the package of the order with `channel.package.op`; what comes of it is pulled.',
  },
  link_over: {
    cause: 'The link of the invitation or of the set-up was used or replaced, or is too old.',
    remedy: 'Ask the sender for another link.',
  },
  joined_already: {
    cause: 'The link of the invitation was used already: by you, if that answer was lost.',
    remedy: 'Log in with the address of the invitation and the password that you chose.',
  },
  opened_already: {
    cause: 'This installation has an owner already: you, if the answer to the set-up was lost.',
    remedy: 'Log in with the address and the password that you chose.',
  },
  payload_too_large: {
    cause: 'The body is larger than this path allows.',
    remedy: 'Send less at once; `detail` tells the limit. Send long lists in parts.',
  },
  unsupported_media_type: {
    cause: 'This path does not take the type of the body, or the body is compressed.',
    remedy: 'Send `application/json`, or a file of a type that `/docs` names for the path.',
  },
  range_not_satisfiable: {
    cause: '`Range` begins behind the last byte of the file.',
    remedy: 'Ask for a range within the length in the answer, or for the whole file.',
  },
  idempotency_conflict: {
    cause: 'The idempotency key was used before, for another request.',
    remedy: 'Make a new ULID for each new request, and reuse it only to repeat that request.',
  },
  idempotency_key_expired: {
    cause: 'The time in the key is more than 30 days old, or in the future.',
    remedy: 'Check the clock of the program. Before you repeat an old call, check whether it was done.',
  },
  email_taken: {
    cause: 'The store has an owner, or an open invitation, with this e-mail.',
    remedy: 'Use another address, or renew the invitation that is there.',
  },
  owners_full: {
    cause: 'The store has as many owners and open invitations as it may have.',
    remedy: 'Remove an owner or take an invitation back first.',
  },
  stores_full: {
    cause: 'One login opens 20 stores at most.',
    remedy: 'Leave a store first, or open the further one with a login of another address.',
  },
  handle_taken: {
    cause: 'Another thing of this kind has the handle.',
    remedy: 'Choose another handle, or leave it out: the title then gives one.',
  },
  barcode_taken: {
    cause: 'Another product or variant of the store has the barcode.',
    remedy: 'Find it with `GET /v1/catalog/products?barcode=…`, and correct the one that is wrong.',
  },
  stock_untracked: {
    cause: 'The product or variant has no count, so nothing can be added or subtracted.',
    remedy: 'Set a stock first; that starts the count.',
  },
  stock_out_of_range: {
    cause: 'The change would take the stock out of its allowed range.',
    remedy: 'Read the stock, and send a change that stays within the range.',
  },
  compare_at_on_variant: {
    cause: 'The call states a compare-at price for a variant.',
    remedy: 'Set it on the product.',
  },
  price_required: {
    cause: 'The call would leave the product without a price.',
    remedy: 'Send a price in kuruş.',
  },
  not_pooled: {
    cause: 'The product delivers no codes from a pool.',
    remedy: 'Name a product that has a pool, or give it one.',
  },
  category_unknown: {
    cause: 'The category does not exist, or is archived.',
    remedy: 'Take an id from `GET /v1/catalog/categories`.',
  },
  product_unknown: {
    cause: 'The store lacks a product that the call names.',
    remedy: 'Take ids from `GET /v1/catalog/products`. `errors` names the unknown product of several.',
  },
  variant_unknown: {
    cause: 'The product lacks a variant that the call names.',
    remedy: 'Read the product; its answer lists its variants.',
  },
  too_many_scopes: {
    cause: 'The call asks for more than 10 scopes.',
    remedy: 'Give each program a token of its own, with the scopes that it needs.',
  },
  scope_not_grantable: {
    cause: 'Tokens of this kind cannot hold the scope, or the caller may not grant it.',
    remedy: 'Read `GET /v1/scopes`: it tells the scopes of each kind.',
  },
  generation_unknown: {
    cause: 'This build serves no storefront of that generation.',
    remedy: 'Name a generation that this build serves. The store keeps its present one meanwhile.',
  },
  extension_unknown: {
    cause: 'This build has no extension of this name.',
    remedy: 'Take a name from `GET /v1/extensions`.',
  },
  extension_not_installed: {
    cause: 'The store has not installed the extension.',
    remedy: 'Install it first.',
  },
  extension_not_enabled: {
    cause: 'The extension is installed, but switched off.',
    remedy: 'Enable it first.',
  },
  disconnect_needed: {
    cause: 'The marketplace has listings of the store, whose stock stays there when nothing updates it any more.',
    remedy: 'State `disconnect`: `freeze` leaves the stock there as it is.',
  },
  zero_not_offered: {
    cause: 'This release pushes no stock to marketplaces, so it cannot set it to zero there either.',
    remedy: "State `freeze`, and take the products off sale in the marketplace's own panel.",
  },
  consent_required: {
    cause:
      'The version to upgrade to, or to install, asks for scopes, personal data or secrets beyond what the owner has granted, or the token holds.',
    remedy:
      'Show an owner the `growth`, who upgrades with `consent: true`, or installs it, in the panel. An installed version works on meanwhile.',
  },
  extension_not_ready: {
    cause: 'The extension lacks credentials or settings that it needs.',
    remedy: 'Read the extension: its answer lists what is missing. The owner sets secrets in the panel.',
  },
  not_offered: {
    cause: 'The provider of the extension has no such operation, or the extension does not implement it.',
    remedy: 'Read `extensions.ops.get`: it lists what the extension offers. No setting adds an operation.',
  },
  config_invalid: {
    cause: 'The configuration does not fit the schema of the extension.',
    remedy: 'Read `errors` and the schema of the extension.',
  },
  identity_invalid: {
    cause: 'Fields of the merchant’s identity are missing, contradict each other, or have wrong check digits.',
    remedy: 'Read `errors`: it lists every wrong field.',
  },
  settings_invalid: {
    cause: 'Fields of the settings are missing, contradict each other or have wrong check digits.',
    remedy: 'Read `errors`: it lists every wrong field.',
  },
  secret_unknown: {
    cause: 'The extension declares no secret of this name.',
    remedy: 'Read the extension: its answer lists its secrets.',
  },
  listing_unknown: {
    cause: 'A listing of the marketplace points to a product or variant that the store does not have.',
    remedy: 'Import or create it first, or leave that listing out.',
  },
  brand_taken: {
    cause: 'The marketplace already has a brand of this name.',
    remedy: 'Find the brand at the marketplace, and use its id.',
  },
  media_full: {
    cause: 'The media files of the store have reached their limit, in number or in bytes.',
    remedy: 'Delete files that nothing uses; the operator sets the limits.',
  },
  media_unknown: {
    cause: 'The store has no media file of this identifier, or it was deleted.',
    remedy: 'List the media files, or upload and commit the picture first.',
  },
  media_in_use: {
    cause: 'A product, a collection or an open proposal still uses the file.',
    remedy: 'Remove the file there first; the problem names the places.',
  },
  uploads_waiting: {
    cause: 'Uncommitted uploads have reached their limit in bytes.',
    remedy: 'Commit them or let them expire, then upload again.',
  },
  metafield_invalid: {
    cause: 'The value breaks the type or a rule of the custom field, or names a thing that the store lacks.',
    remedy: 'Correct the faults in `errors`. The type stands beside each value, and the definition has the rules.',
  },
  metafield_key_taken: {
    cause: 'Another custom field of the same kind of thing has the key.',
    remedy: 'Choose another key, or change the field that is there.',
  },
  metafield_in_use: {
    cause: 'More things have a value in the custom field than the call states as its limit.',
    remedy:
      'Count the values by a dry run without `valuesMax`. Then delete the field with its values, if you want that.',
  },
  metafields_full: {
    cause: 'A kind of thing, e.g. products, has 256 custom fields at most.',
    remedy: 'Delete an unused field first.',
  },
  out_of_stock: {
    cause: 'No piece of the item is left; the facts name its line and the stock.',
    remedy: 'Take the line out of the cart, or wait until there is stock again.',
  },
  insufficient_stock: {
    cause: 'The stock has fewer pieces than the line wants; the facts tell how many.',
    remedy: 'Lower the quantity of the line to the stock, and show the shopper the new total.',
  },
  qty_capped: {
    cause: 'The shop, or an extension of it, allows no more pieces of this item in one order.',
    remedy: 'Lower the quantity of the line.',
  },
  line_unavailable: {
    cause: 'The product or variant of a line was archived or removed, or is now sold by variants.',
    remedy: 'Take the line out of the cart.',
  },
  price_changed: {
    cause: 'The price of an item changed after the shopper saw it and before the order.',
    remedy: 'Price the cart anew, show it, and let the shopper agree to the new total.',
  },
  shipping_unavailable: {
    cause: 'The shop has no way of shipping to this address.',
    remedy: 'Ask for another address. The extensions of the shop decide about the ways of shipping.',
  },
  payment_unavailable: {
    cause: 'The shop has no way of paying for this order.',
    remedy: 'Offer cash on delivery, an account for transfers, or a payment extension.',
  },
  digital_kapida_disallowed: {
    cause: 'The cart has digital goods, which would be delivered before their payment.',
    remedy: 'Choose another way to pay.',
  },
  session_expired: {
    cause: 'The checkout session was not used for an hour, or is older than a day.',
    remedy: 'Open another session with the same cart.',
  },
  amount_mismatch: {
    cause: 'The sum of lines, discounts and fees differs from the agreed or the captured amount.',
    remedy:
      'Price the cart anew, show it, and let the shopper agree to the new total. A captured amount is given back.',
  },
  order_rejected: {
    cause: 'The session lacks fields, or an extension of the shop refused the order.',
    remedy: 'Fill in the missing fields. The audit log names an extension that refused, and why.',
  },
  checkout_disabled: {
    cause: 'The shop lacks something that is required before it sells.',
    remedy: 'Read `store.health.get`, and complete the steps that it names.',
  },
  carrier_unknown: {
    cause: 'The list `cargo.carriers.list` lacks the code of the carrier.',
    remedy: 'Use a code of that list; `other` stands for any other carrier.',
  },
  line_unknown: {
    cause: 'The order lacks a line that the call names.',
    remedy: 'Read the order, and name its lines.',
  },
  more_than_left: {
    cause: 'Some of the pieces were shipped, returned or refunded; the facts tell how many are left.',
    remedy: 'Read the order, and name no more pieces than are left.',
  },
  refund_too_much: {
    cause: 'The refund is larger than the received money, less finished and running refunds.',
    remedy: 'Ask for no more than `left`, or wait for the running refunds to end.',
  },
  nothing_to_ship: {
    cause: 'All pieces were shipped or refunded, or need no shipping.',
    remedy: 'Read the order: its lines tell where the pieces are.',
  },
  withdrawal_stands: {
    cause: 'The buyer gave notice within the 14 days, or not every product has an exception from withdrawal.',
    remedy: 'Approve the return; goods that come back in a bad state are rejected once they were received.',
  },
  cart_empty: {
    cause: 'The checkout session has no lines.',
    remedy: 'Put something into the cart.',
  },
  request_timeout: {
    cause: 'The head or the body of the request arrived too slowly.',
    remedy: 'Check the connection, and send the call again.',
  },
  headers_too_large: {
    cause: 'Address and headers together are larger than the server allows.',
    remedy: 'Send fewer cookies and shorter parameters; put long lists into a body.',
  },
  work_failed: {
    cause: 'The API accepted the call, but its work ended without success.',
    remedy: 'Read the job for the reason. Start it again when the reason is gone.',
  },
  limit_exceeded: {
    cause: 'The call goes beyond a limit of the token, e.g. how far a price may move.',
    remedy: 'Read the limits in `GET /v1/tokens/me`, stay within them, or ask the owner.',
  },
  throttled: {
    cause: 'The token, session or address has made as many calls as it may within 60 seconds.',
    remedy: 'Wait for the seconds of `Retry-After`. `RateLimit` tells before that how many calls are left.',
  },
  internal: {
    cause: 'The call failed unexpectedly, and changed nothing.',
    remedy: 'Tell the operator the `requestId`: the log has it too.',
  },
  provider_refused: {
    cause: 'The provider refused, or did not answer in time.',
    remedy: 'Read `detail`. If it is about credentials, ask the owner to renew them.',
  },
  provider_answer_invalid: {
    cause: 'The answer of the provider does not fit its own interface.',
    remedy: 'Try later. If the failure stays, tell the operator the `requestId`.',
  },
  outcome_unknown: {
    cause: 'The provider was asked for something irreversible, and its answer was lost.',
    remedy:
      'Check at the provider whether it was done. Then ask again: a finished request counts as the answer to the first one.',
  },
  unavailable: {
    cause: 'Postgres, the file storage or another part is away or too busy.',
    remedy: 'Wait for the seconds of `Retry-After`. `GET /v1/health` names the part.',
  },
};

/** Whether a call that was answered the code is sent again, and how. */
export function repeatOf(code: ProblemCode): string {
  const { status } = problems[code];
  if (status === 408 || status === 429 || status >= 500)
    return 'Yes: the same call with the same idempotency key, after `Retry-After` where the answer has it. It is done once.';
  if (status === 409) return 'Not as it is: read what is there now, then send a new call with a new idempotency key.';
  return 'Not as it is: it would be refused again. Mend it, and send it with a new idempotency key.';
}
