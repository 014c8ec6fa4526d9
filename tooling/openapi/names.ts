// Operation ids and readable titles of the calls.

/** Titles of calls whose wire name, which the specification fixes, is not plain English. */
export const TITLES: Record<string, string> = {
  'POST /api/register': 'Register',
  'POST /api/login': 'Log in',
  'POST /api/logoff': 'Log out',
  'POST /api/user': 'Get the member',
  'POST /api/refreshusermoney': 'Get the member with fresh balances',
  'POST /api/balance': 'Get the platform balance',
  'POST /api/editPassword': 'Change the password',
  'POST /api/editPayPassword': 'Change the payment password',
  'POST /api/updateuserinfo': 'Update contact details',
  'POST /api/uploadimg': 'Upload an avatar',
  'POST /api/applyagentdo': 'Apply to become an agent',
  'GET /api/getAgentLoginUrl': 'Get a link to the agent site',
  'POST /api/uptransferstatus': 'Switch automatic transfers on or off',
  'GET /api/getVisitUrl': 'Get the permanent address',
  'POST /api/app': 'Get the site settings',
  'POST /api/bannerList': 'List banners',
  'POST /api/homenotice': 'List home notices',
  'POST /api/getservicerurl': 'Get the customer service address',
  'POST /api/article': 'Get an article',
  'POST /api/status': 'Get the status of the services',
  'POST /api/noticeList': 'List messages',
  'POST /api/noticeread': 'Mark messages as read',
  'GET /api/game/list': 'List games',
  'POST /api/gamelistBycode': 'List the slots of one tab',
  'POST /api/getGameUrl': 'Launch a game',
  'POST /api/uservip': 'List VIP levels',
  'POST /api/vipprogress': 'Get VIP progress',
  'POST /api/wageringaudit': 'Audit turnover requirements',
  'POST /api/wageringaudit/giveup': 'Give a bonus up',
  'GET /api/userredpacket': 'Get red packet claims and rules',
  'POST /api/douserredpacket': 'Claim a red packet',
  'POST /api/redpacketproof': 'Get the proof of a red packet',
  'POST /api/redpacket': 'List claimed red packets',
  'POST /api/activitytype': 'List activity types',
  'POST /api/activitylist': 'List activities',
  'POST /api/activitydeatil': 'Get an activity',
  'POST /api/doactivityapply': 'Apply for an activity',
  'POST /api/activityApplyLog': 'List activity applications',
  'POST /api/getfanshui': 'List rebates',
  'POST /api/dofanshui': 'Claim all rebates',
  'POST /api/balancelist': 'List venues and balances',
  'POST /api/userapimoney/:code': 'Get the balance at a venue',
  'POST /api/transall': 'Recall the balances of all venues',
  'POST /api/transfer': 'Transfer to or from a venue',
  'POST /api/outcome': 'Settle an action whose answer was lost',
  'POST /api/deposit/paid': 'Say that a deposit order is paid',
  'POST /api/deposit/wish': 'Choose between credit and refund of another amount',
  'POST /api/money/where': 'Get the total and where it is',
  'POST /api/money/before': 'Get what stands before a game',
  'POST /api/money/bring': 'Bring money for a game',
  'POST /api/money/left': 'Leave a game',
  'POST /api/getcard': 'List bound cards and addresses',
  'POST /api/bindcard': 'Bind a card or address',
  'POST /api/delcard': 'Remove a card or address',
  'POST /api/banklist': 'List banks',
  'POST /api/getBetAmount': 'Get the missing turnover',
  'GET /api/get_pay_way': 'List payment methods',
  'POST /api/getPayRange': 'Get the limits of a payment method',
  'POST /api/getpaybank': 'List accounts that receive deposits',
  'POST /api/recharge': 'Deposit',
  'POST /api/payinfo': 'Get a deposit order',
  'POST /api/withdraw': 'Withdraw',
  'POST /api/betrecord': 'List bets',
  'POST /api/gettransrecord': 'List transactions',
  'POST /api/agent/login': 'Log in to the agent site',
  'POST /api/agent/logoff': 'Log out of the agent site',
  'POST /api/agent/summary': 'Get the team summary',
  'POST /api/agent/team': 'List team members',
  'POST /api/agent/invite': 'Get the invite code',
  'POST /api/agent/channels': 'List advertising links',
  'POST /api/agent/channel/add': 'Add an advertising link',
  'POST /api/channel/visit': 'Count a visit by an advertising link',
  'POST /api/agent/days': 'List the days of the team',
  'POST /api/agent/statements': 'List monthly statements',
  'POST /api/agent/statement': 'Get a monthly statement',
  putPlayer: 'Create or rename a player',
  balance: 'Get a balance',
  balances: 'Get several balances',
  transfer: 'Transfer in or out',
  transferState: 'Get a transfer',
  finalize: 'Finalize a transfer',
  answerSignal: 'Answer a signal',
  launch: 'Launch a game or the lobby',
  kick: "End a player's sessions",
  games: 'List games',
  bets: 'Read the bet feed',
  bet: 'Get a bet with its replay',
  statement: 'Get the control totals of a day',
  health: 'Check health',
}

const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `deposits/approve` of `POST /api/console/deposits/approve`. */
const pathOf = (name: string) =>
  name
    .replace(/^\w+ \/api\/(console\/)?/, '')
    .replace(/\/:\w+/g, '')
    .split('/')

/** `depositsApprove` for `POST /api/console/deposits/approve`. */
export const operationIdOf = (name: string) =>
  pathOf(name)
    .flatMap(part => part.split(/[-_]/))
    .map((word, n) => (n === 0 ? word : upper(word)))
    .join('')

/** The title in TITLES, or the words of the path: `Deposits: approve`. */
export function titleOf(name: string): string {
  const [area = '', ...rest] = pathOf(name).map(part => part.replace(/[-_]/g, ' '))
  return TITLES[name] ?? upper(rest.length === 0 ? area : `${area}: ${rest.join(' ')}`)
}

/** The first part of a back-office path: `deposits`. */
export const consoleAreaOf = (name: string) => pathOf(name)[0]!
