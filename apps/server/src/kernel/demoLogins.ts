/** Log-ins that the demo creates and the README prints: a production site must not have them. */
export const demoMember = {
  name: 'demo888',
  password: 'demo888',
  payPassword: '888888',
  realname: '王小明',
} as const

/** The back office's first staff: one per role, so that each can be tried. */
export const demoOperators = [
  { name: 'admin', password: 'admin888', role: 'admin' },
  // A second one, since whatever raises anybody's power takes two.
  { name: 'admin2', password: 'admin2888', role: 'admin' },
  { name: 'finance', password: 'finance888', role: 'finance' },
  { name: 'risk', password: 'risk8888', role: 'risk' },
  { name: 'support', password: 'support888', role: 'support' },
  { name: 'marketing', password: 'marketing888', role: 'marketing' },
  { name: 'accountant', password: 'accountant888', role: 'accountant' },
  { name: 'management', password: 'management888', role: 'management' },
] as const

/** The setting whose first version says that a site was filled with demo data. */
export const DEMO_MARK = 'demo'
