/** Texts that more than one page says. Those of the documents stand to the letter. */
export const texts = {
  alreadyHere: '已在当前页面！',
  pleaseLogin: '请登录！',
  invitation: '精彩内容等你来体验，快来登录吧！',
  redPacketClosed: '红包已关闭',
  refreshed: '刷新成功',
  done: '操作成功',
  expired: { title: '认证失败', text: '登录已过期，请重新登录', yes: '重新登录' },
  logOut: { title: '提示', text: '您确定要退出登录吗?' },
  entering: '正在进入游戏，请稍候',
} as const
