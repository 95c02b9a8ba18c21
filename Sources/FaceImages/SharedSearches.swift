package import FaceVocabulary

/// What many settings of one cascade find in one picture, no search done twice.
///
/// The neighbour count only groups raw hits, and a search whose windows are among another's is read
/// off that one by the sizes of the hits; so a table over scales, sizes and neighbour counts costs
/// little more than one search a scale, and every box is that of a search of its own.
package struct SharedSearches: Sendable {
  /// What one of the settings found, and what it cost.
  package struct Finding: Equatable, Sendable {
    /// Sorted by place.
    package let faces: [Detection]
    /// Windows that a search of these settings alone visits.
    package let windows: Int
    /// What these settings alone would take, one a repeat, milliseconds. Where the hits come from a
    /// wider search, its time in proportion to the windows.
    package let milliseconds: [Double]
    /// Their part of what was really done, milliseconds: a search that several settings use is
    /// divided evenly among them.
    package let spentMilliseconds: Double
  }

  /// One a setting, in order; nil for settings that took longer than they were given.
  package let findings: [Finding?]
  /// Window sizes that each setting looks for in the picture as it is.
  package let levels: [Int]
  /// Searches that were really done.
  package let searches: Int

  /// Searches `image` for all `settings`, which must be of the cascade of `detector`.
  ///
  /// - Parameters:
  ///   - repeats: times each search is done, for its timing only.
  ///   - clock: seconds.
  ///   - allowances: seconds that each setting may take, as if it ran alone; nil sets no limit. A
  ///     search is stopped once all settings that wait for it have used up theirs.
  ///   - windowsWithoutPause: about so many windows are looked at before time and `check` are.
  ///   - check: called before every search, and in long ones; it may throw to stop.
  package init(
    of image: GrayImage, for settings: [DetectorSettings], with detector: FaceDetector,
    repeats: Int = 1, clock: () -> Double, allowances: [Double]? = nil,
    windowsWithoutPause: Int = FaceDetector.windowsWithoutPause, check: () throws -> Void
  ) throws {
    let plan = try Plan(settings, size: image.size, detector: detector)
    var views = PictureViews(of: image)
    var allowed = Allowance(plan, seconds: allowances)
    var done: [Done] = []
    for (number, search) in plan.searches.enumerated() {
      var result = Done()
      if !allowed.isUsedUp(by: number, after: 0) {
        let view = try views.view(search.pass, equalized: search.isEqualized)
        do {
          for _ in 0..<max(1, repeats) {
            let start = clock()
            let raw = try detector.candidates(
              in: view, scale: search.scale, minSize: search.minSize, maxSize: search.maxSize,
              windowsWithoutPause: windowsWithoutPause
            ) {
              try check()
              if allowances != nil, allowed.isUsedUp(by: number, after: clock() - start) {
                throw TimeUsedUp()
              }
            }
            let seconds = clock() - start
            result.milliseconds.append(seconds * 1000)
            if result.milliseconds.count == 1 { allowed.charge(number, seconds) }
            result.raw = raw
          }
        } catch is TimeUsedUp {
          result = Done()
        }
      }
      done.append(result)
    }
    var parts: [Part?] = []
    for demand in plan.demands {
      parts.append(demand.search.flatMap { Self.part(done[$0], of: demand, clock: clock) })
    }
    searches = done.count { $0.raw != nil }
    levels = plan.demandsOfSettings.map { plan.demands[$0[0]].windows.levels }
    findings = zip(settings, plan.demandsOfSettings).map { settings, demands in
      let isComplete = demands.allSatisfy { demand in
        plan.demands[demand].search.map { done[$0].raw != nil } ?? true
      }
      guard isComplete else { return nil }
      let start = clock()
      let passes = zip(settings.passes, demands).map { pass, demand in
        parts[demand]?.raw.grouped(neighbors: settings.neighbors, by: pass, in: image.size) ?? []
      }
      let faces = Detection.joined(passes, neighbors: settings.neighbors)
      let grouping = (clock() - start) * 1000
      var alone = [Double](repeating: grouping, count: max(1, repeats))
      var spent = grouping
      for demand in demands {
        guard let part = parts[demand], let search = plan.demands[demand].search else { continue }
        for (index, milliseconds) in part.alone.enumerated() { alone[index] += milliseconds }
        spent += part.restricting / Double(plan.demands[demand].users)
        spent +=
          done[search].milliseconds.reduce(0, +) / Double(plan.searches[search].users)
      }
      return Finding(
        faces: faces, windows: demands.reduce(0) { $0 + plan.demands[$1].windows.count },
        milliseconds: alone, spentMilliseconds: spent)
    }
  }

  private struct Done {
    var raw: RawCandidates?
    var milliseconds: [Double] = []
  }

  /// The hits of one demand, read off the search that serves it.
  private struct Part {
    let raw: RawCandidates
    let restricting: Double
    let alone: [Double]
  }

  private static func part(_ done: Done, of demand: Plan.Demand, clock: () -> Double) -> Part? {
    guard let raw = done.raw else { return nil }
    guard !demand.hasOwnSearch else {
      return Part(raw: raw, restricting: 0, alone: done.milliseconds)
    }
    let start = clock()
    let own = raw.restricted(to: demand.windows)
    let restricting = (clock() - start) * 1000
    let share = raw.windows > 0 ? Double(demand.windows.count) / Double(raw.windows) : 0
    return Part(raw: own, restricting: restricting, alone: done.milliseconds.map { $0 * share })
  }
}

/// A search was stopped because nobody who waits for it has time left.
private struct TimeUsedUp: Error {}

extension SharedSearches {
  /// How much time is left to whom.
  private struct Allowance {
    /// For every search, the settings that wait for it, each with its share of the windows.
    private var waiting: [[(setting: Int, share: Double)]]
    /// Seconds left to each setting; nil without a limit.
    private var left: [Double]?

    init(_ plan: Plan, seconds: [Double]?) {
      left = seconds
      waiting = Array(repeating: [], count: plan.searches.count)
      for (setting, demands) in plan.demandsOfSettings.enumerated() {
        for demand in demands.map({ plan.demands[$0] }) {
          guard let search = demand.search else { continue }
          let whole = plan.searches[search].windows.count
          let share = whole > 0 ? Double(demand.windows.count) / Double(whole) : 1
          waiting[search].append((setting, demand.hasOwnSearch ? 1 : share))
        }
      }
    }

    /// Whether all who wait for `search` have used up their time once it has run for `seconds`.
    func isUsedUp(by search: Int, after seconds: Double) -> Bool {
      guard let left else { return false }
      return waiting[search].allSatisfy { left[$0.setting] < seconds * $0.share }
    }

    /// Takes what `search` has taken from all who waited for it.
    mutating func charge(_ search: Int, _ seconds: Double) {
      for (setting, share) in waiting[search] { left?[setting] -= seconds * share }
    }
  }

  /// Which searches are needed for which settings.
  private struct Plan {
    /// One search that some setting needs, neighbour counts aside.
    struct Demand {
      let search: Int?
      let windows: SearchWindows
      /// Whether the search visits these windows and no others.
      let hasOwnSearch: Bool
      var users: Int
    }

    struct Search {
      let key: Key
      let windows: SearchWindows
      /// Settings that use its hits.
      var users = 0

      var isEqualized: Bool { key.isEqualized }
      var pass: SearchPass { key.pass }
      var scale: Double { key.scale }
      var minSize: Int { key.minSize }
      var maxSize: Int? { key.maxSize }
    }

    struct Key: Hashable {
      let isEqualized: Bool
      let pass: SearchPass
      let scale: Double
      let minSize: Int
      let maxSize: Int?
    }

    private(set) var searches: [Search] = []
    private(set) var demands: [Demand] = []
    /// For every setting, its demands in the order of its passes.
    private(set) var demandsOfSettings: [[Int]] = []

    init(
      _ settings: [DetectorSettings], size: PixelSize, detector: FaceDetector
    ) throws(DetectorError) {
      var keys: [Key] = []
      var places: [Key: Int] = [:]
      var users: [Int] = []
      for one in settings {
        demandsOfSettings.append(
          one.passes.map { pass in
            let key = Key(
              isEqualized: one.equalize, pass: pass, scale: one.scale, minSize: one.minSize,
              maxSize: one.maxSize)
            let place = places[key] ?? keys.count
            if place == keys.count {
              places[key] = place
              keys.append(key)
              users.append(0)
            }
            users[place] += 1
            return place
          })
      }
      var windows: [SearchWindows] = []
      for key in keys {
        windows.append(
          try detector.windows(
            in: key.pass.size(of: size), scale: key.scale, minSize: key.minSize,
            maxSize: key.maxSize))
      }
      // The widest first, so that what they serve is never searched by itself.
      let order = keys.indices.sorted {
        (windows[$1].factors.count, $0) < (windows[$0].factors.count, $1)
      }
      var serving = [Int?](repeating: nil, count: keys.count)
      for index in order where !windows[index].factors.isEmpty {
        let key = keys[index]
        let known = searches.firstIndex {
          $0.isEqualized == key.isEqualized && $0.pass == key.pass
            && $0.windows.serves(windows[index])
        }
        if known == nil { searches.append(Search(key: key, windows: windows[index])) }
        let search = known ?? searches.count - 1
        searches[search].users += users[index]
        serving[index] = search
      }
      demands = keys.indices.map { index in
        Demand(
          search: serving[index], windows: windows[index],
          hasOwnSearch: serving[index].map {
            searches[$0].windows.factors == windows[index].factors
          } ?? false,
          users: users[index])
      }
    }
  }
}
