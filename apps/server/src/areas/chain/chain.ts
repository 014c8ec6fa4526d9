// The front of USDT on a chain: addresses of members, the watcher, and what the signer is asked.
export { onChain } from './addresses.ts'
export { checkChain } from './checks.ts'
export { openChain, type Chain } from './connection.ts'
export { chainReading } from './measures.ts'
export { runSigner } from './tasks.ts'
export { registerFaucet } from './sandbox/faucet.ts'
export { CHAIN_SETTING, chainSchema } from './setting.ts'
export { leaveChain, watchChain } from './watch.ts'
