// The protocol once more, small and in memory: what a run of commands should do, told without any SQL.

export type Gate = 'act' | 'ask' | 'uncertain'
export type EffectStatus = 'intent' | 'started' | 'unknown' | 'done' | 'failed'

export interface Effect {
  acquisition: number
  status: EffectStatus
  windowOver: boolean
  settledBy: number | null
}

export interface Request {
  gate: Gate
  state: string
  verdict: string | null
  begun: boolean
  overdue: boolean
  lapsed: boolean
  endsAs: string | null
}

export interface Task {
  status: string
  step: string
  /** When it became due, as a counter: what `run_at` orders by. */
  due: number
  started: boolean
  attempts: number
  lost: number
  holder: number | null
  lapsed: boolean
  cancel: boolean
  /** The last acquisition, the call that ended it and what it answered. */
  ended: { acquisition: number; call: string; answer: string | null } | null
  requests: Request[]
  effects: Effect[]
}

export const limits = { maxRunning: 2, maxParked: 3, attempts: 3, lost: 3 }

/** A refusal, by its code. */
export class No extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const unfinished = ['pending', 'approved', 'running', 'needs_approval']
const settled = (effect: Effect) => effect.status === 'done' || effect.status === 'failed'

export class Reference {
  tasks: Task[] = []
  /** The task of each acquisition, in the order of claims. */
  acquisitions: number[] = []
  #clock = 0

  task(at: number): Task {
    const task = this.tasks[at]
    if (!task) throw new Error(`no task ${at}`)
    return task
  }

  enqueue(): number {
    const fresh = {
      status: 'pending',
      step: 'first',
      due: ++this.#clock,
      started: false,
      attempts: 0,
      lost: 0,
    }
    const free = { holder: null, lapsed: false, cancel: false, ended: null }
    return this.tasks.push({ ...fresh, ...free, requests: [], effects: [] }) - 1
  }

  /** The tasks that a claim of `limit` takes, in order. */
  claim(limit: number): number[] {
    const running = this.tasks.filter(({ status }) => status === 'running').length
    const started = this.tasks.filter(
      (task) => task.started && unfinished.includes(task.status),
    ).length
    let room = Math.min(limit, limits.maxRunning - running)
    let roomNew = limits.maxParked - started
    const rank = (task: Task) => (task.status === 'approved' ? 0 : task.started ? 1 : 2)
    const order = this.tasks
      .map((task, at) => ({ task, at }))
      .filter(({ task }) => task.status === 'pending' || task.status === 'approved')
      .sort((a, b) => rank(a.task) - rank(b.task) || a.task.due - b.task.due || a.at - b.at)
    const taken: number[] = []
    for (const { task, at } of order) {
      if (room <= 0) break
      if (!task.started && roomNew <= 0) break
      if (!task.started) roomNew--
      room--
      const holder = this.acquisitions.push(at) - 1
      Object.assign(task, { status: 'running', started: true, holder, lapsed: false, ended: null })
      taken.push(at)
    }
    return taken
  }

  /** The task of an acquisition that still holds it, or the answer that this very call already got. */
  #own(acquisition: number, call: string | null): { task: Task; replay?: string | null } {
    const task = this.task(this.acquisitions[acquisition] ?? -1)
    if (task.status === 'running' && task.holder === acquisition && !task.lapsed) return { task }
    const { ended } = task
    if (
      call !== null &&
      task.status !== 'running' &&
      ended?.acquisition === acquisition &&
      ended.call === call
    ) {
      return { task, replay: ended.answer }
    }
    throw new No('CS001')
  }

  heartbeat(acquisition: number): { cancelRequested: boolean } {
    return { cancelRequested: this.#own(acquisition, null).task.cancel }
  }

  release(acquisition: number, step: string): string | null {
    const call = `release ${step}`
    const { task, replay } = this.#own(acquisition, call)
    if (replay !== undefined) return replay
    if (step !== task.step) {
      this.#unsettled(task)
      for (const request of this.#live(task, 'approved')) request.state = 'closed'
      task.attempts = 0
      task.lost = 0
      task.step = step
    }
    this.#sliceEnded(task)
    task.due = ++this.#clock
    return this.#end(acquisition, call, this.#onward(task))
  }

  fail(acquisition: number, retryable: boolean): string | null {
    const call = `fail ${retryable}`
    const { task, replay } = this.#own(acquisition, call)
    if (replay !== undefined) return replay
    this.#sliceEnded(task)
    task.attempts++
    task.due = ++this.#clock
    return this.#end(
      acquisition,
      call,
      retryable ? this.#onward(task) : this.#finish(task, 'failed'),
    )
  }

  complete(acquisition: number): string | null {
    const { task, replay } = this.#own(acquisition, 'complete')
    if (replay !== undefined) return replay
    this.#unsettled(task)
    return this.#end(acquisition, 'complete', this.#finish(task, 'completed'))
  }

  /** Whether a request was opened; false where the task was cancelled instead. */
  park(acquisition: number, gate: Gate): boolean {
    const call = `park ${gate}`
    const { task, replay } = this.#own(acquisition, call)
    if (replay !== undefined) return replay !== ''
    if (gate === 'uncertain') {
      if (!task.effects.some((effect) => !settled(effect))) throw new No('CS002')
      this.#leaveRunning(task)
      this.#askUncertain(task, task.cancel ? 'cancelled' : null)
      this.#end(acquisition, call, 'request')
      return true
    }
    this.#unsettled(task)
    if (task.cancel) {
      this.#finish(task, 'cancelled')
      this.#end(acquisition, call, '')
      return false
    }
    if (gate === 'act' && task.effects.some(({ status }) => status === 'done'))
      throw new No('CS002')
    for (const request of this.#live(task, 'open', 'approved')) request.state = 'superseded'
    this.#leaveRunning(task)
    this.#open(task, gate, null)
    task.status = 'needs_approval'
    this.#end(acquisition, call, 'request')
    return true
  }

  decide(at: number, verdict: string): string {
    const task = this.task(at)
    const request = this.#newest(task)
    const said = ['happened', 'did_not_happen'].includes(verdict)
    if (request.verdict === verdict) return task.status
    if ((request.gate === 'uncertain') !== said) throw new No('CS002')
    if (verdict === 'answer' && request.gate !== 'ask') throw new No('CS002')
    if (request.state !== 'open') throw new No('CS006')
    if (request.overdue) throw new No('CS005')
    if (said) return this.#settleUncertain(task, request, verdict)
    request.verdict = verdict
    task.due = ++this.#clock
    if (verdict === 'reject') {
      request.state = 'rejected'
      return this.#finish(task, 'rejected')
    }
    request.state = verdict === 'send_back' ? 'sent_back' : 'approved'
    return this.#onward(task)
  }

  #settleUncertain(task: Task, request: Request, verdict: string): string {
    const effect = task.effects.find((candidate) => !settled(candidate))
    if (effect) {
      if (verdict === 'did_not_happen' && !effect.windowOver) throw new No('CS014')
      effect.status = verdict === 'happened' ? 'done' : 'failed'
      effect.settledBy = null
    }
    request.verdict = verdict
    return this.#afterUncertain(task, request)
  }

  #afterUncertain(task: Task, request: Request): string {
    request.state = 'settled'
    task.due = ++this.#clock
    return request.endsAs ? this.#finish(task, request.endsAs) : this.#onward(task)
  }

  revise(at: number): void {
    const task = this.task(at)
    const request = this.#newest(task)
    if (request.state !== 'open') throw new No('CS006')
    if (request.overdue) throw new No('CS005')
    if (request.gate === 'uncertain') throw new No('CS002')
    request.state = 'superseded'
    this.#open(task, request.gate, null)
  }

  revoke(at: number): boolean {
    const task = this.task(at)
    const request = this.#newest(task)
    if (request.state !== 'approved' || !this.#canBegin(task, request)) throw new No('CS006')
    request.state = 'revoked'
    if (task.status !== 'approved') return false
    this.#open(task, request.gate, null)
    task.status = 'needs_approval'
    return true
  }

  cancel(at: number): string {
    const task = this.task(at)
    if (task.status === 'cancelled') return 'cancelled'
    if (!unfinished.includes(task.status)) throw new No('CS002')
    if (this.#live(task, 'open').some(({ gate }) => gate === 'uncertain')) throw new No('CS009')
    if (task.status === 'running') {
      task.cancel = true
      return 'running'
    }
    return this.#finish(task, 'cancelled')
  }

  requeue(at: number): void {
    const task = this.task(at)
    if (unfinished.includes(task.status) || task.status === 'completed') throw new No('CS002')
    this.#unsettled(task)
    Object.assign(task, {
      status: 'pending',
      started: false,
      attempts: 0,
      lost: 0,
      cancel: false,
      due: ++this.#clock,
    })
  }

  begin(acquisition: number): 'go' | 'done' {
    const { task } = this.#own(acquisition, null)
    this.#unsettled(task)
    if (task.effects.some(({ status }) => status === 'done')) return 'done'
    if (task.cancel) throw new No('CS015')
    const [request] = this.#live(task, 'approved')
    if (!request) throw new No(task.requests.at(-1)?.state === 'revoked' ? 'CS012' : 'CS008')
    if (request.gate !== 'act') throw new No('CS004')
    if (request.lapsed) throw new No('CS005')
    task.effects.push({ acquisition, status: 'intent', windowOver: false, settledBy: null })
    request.begun = true
    if (!this.#canBegin(task, request)) request.state = 'spent'
    return 'go'
  }

  note(acquisition: number): void {
    const { task, effect } = this.#lastEffect(acquisition)
    if (this.#own(acquisition, null).task !== task || effect.acquisition !== acquisition)
      throw new No('CS001')
    if (effect.status === 'started') return
    if (effect.status !== 'intent') throw new No('CS006')
    effect.status = 'started'
  }

  finish(acquisition: number, end: 'done' | 'failed'): void {
    const { effect } = this.#lastEffect(acquisition)
    if (effect.acquisition !== acquisition) throw new No('CS001')
    if (effect.status === end && effect.settledBy === acquisition) return
    if (settled(effect)) throw new No('CS006')
    effect.status = end
    effect.settledBy = acquisition
  }

  settle(acquisition: number, end: 'done' | 'failed'): void {
    const { effect } = this.#lastEffect(acquisition)
    this.#own(acquisition, null)
    if (effect.status === end && effect.settledBy === acquisition) return
    if (effect.status !== 'started' && effect.status !== 'unknown') throw new No('CS006')
    if (end === 'failed' && !effect.windowOver) throw new No('CS014')
    effect.status = end
    effect.settledBy = acquisition
  }

  hasEffect(acquisition: number): boolean {
    return this.task(this.acquisitions[acquisition] ?? -1).effects.length > 0
  }

  #lastEffect(acquisition: number): { task: Task; effect: Effect } {
    const task = this.task(this.acquisitions[acquisition] ?? -1)
    const effect = task.effects.at(-1)
    if (!effect) throw new Error('no effect')
    return { task, effect }
  }

  /** Everything the reaper puts right, in its order. */
  reap(): void {
    for (const task of this.tasks) {
      if (task.status !== 'running' || !task.lapsed) continue
      task.lost++
      task.due = ++this.#clock
      task.ended = null
      this.#onward(task)
    }
    for (const task of this.tasks) {
      const [request] = this.#live(task, 'open')
      if (!request?.overdue) continue
      request.state = 'expired'
      this.#finish(task, 'expired')
    }
    for (const task of this.tasks) {
      const [request] = this.#live(task, 'open')
      if (request?.gate === 'uncertain' && task.effects.every(settled))
        this.#afterUncertain(task, request)
    }
  }

  #live(task: Task, ...states: string[]): Request[] {
    return task.requests.filter(({ state }) => states.includes(state))
  }

  #newest(task: Task): Request {
    const request = task.requests.at(-1)
    if (!request) throw new Error('no request')
    return request
  }

  #open(task: Task, gate: Gate, endsAs: string | null) {
    task.requests.push({
      gate,
      state: 'open',
      verdict: null,
      begun: false,
      overdue: false,
      lapsed: false,
      endsAs,
    })
  }

  #canBegin(task: Task, request: Request): boolean {
    if (request.gate === 'ask') return true
    return !request.begun && !task.effects.some(({ status }) => status === 'done')
  }

  #unsettled(task: Task) {
    if (task.effects.some((effect) => !settled(effect))) throw new No('CS009')
  }

  #sliceEnded(task: Task) {
    for (const request of this.#live(task, 'approved'))
      if (request.gate === 'ask') request.state = 'spent'
  }

  #leaveRunning(task: Task) {
    for (const effect of task.effects) if (effect.status === 'intent') effect.status = 'unknown'
    task.holder = null
    task.lapsed = false
  }

  #askUncertain(task: Task, endsAs: string | null) {
    for (const request of this.#live(task, 'open', 'approved')) request.state = 'superseded'
    this.#open(task, 'uncertain', endsAs)
    task.status = 'needs_approval'
    task.holder = null
  }

  #finish(task: Task, as: string): string {
    this.#leaveRunning(task)
    if (as !== 'completed' && task.effects.some((effect) => !settled(effect))) {
      this.#askUncertain(task, as)
      return 'needs_approval'
    }
    for (const request of this.#live(task, 'open', 'approved')) request.state = 'closed'
    task.status = as
    return as
  }

  #onward(task: Task): string {
    const wasRunning = task.status === 'running'
    this.#leaveRunning(task)
    if (task.cancel) return this.#finish(task, 'cancelled')
    const over = task.attempts >= limits.attempts || task.lost >= limits.lost
    if (wasRunning && over) return this.#finish(task, 'dead')
    const [request] = this.#live(task, 'approved')
    if (request && !this.#canBegin(task, request)) request.state = 'spent'
    task.status = request?.state === 'approved' ? 'approved' : 'pending'
    return task.status
  }

  #end(acquisition: number, call: string, answer: string): string {
    const task = this.task(this.acquisitions[acquisition] ?? -1)
    task.ended = { acquisition, call, answer }
    return answer
  }
}
