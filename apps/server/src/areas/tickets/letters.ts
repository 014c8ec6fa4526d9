// What members are told of a conversation, by letter in their inbox and by lines of the system.

export const answered = (no: string) => ({
  title: '客服回复了您',
  text: `会话 ${no} 有新回复，请在“在线客服 › 我的会话”中查看。`,
})

export const closedLine = (days: number) =>
  `客服已将会话标记为已解决。如仍有问题，${days} 天内继续发消息即可重新打开。`
export const solvedLine = '您已将会话标记为已解决。'
export const silentLine = (days: number) => `超过 ${days} 天没有新消息，会话已结束。`
export const complainedLine = (no: string) => `会话已转为投诉 ${no}，请在“投诉与申诉”中继续。`
export const complainedFrom = (no: string) => `（由客服会话 ${no} 转来）`
