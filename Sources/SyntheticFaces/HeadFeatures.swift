import Matrices

/// The measures of a made-up head.
///
/// Lengths in decimetres on a head of 2.3 from crown to chin, or factors on an average head. The
/// spreads follow adults loosely; they were chosen by eye, not fitted to any population.
struct HeadFeatures: Equatable, Sendable {
  enum HairStyle: Int, CaseIterable, Sendable {
    case shaved, cropped, short, parted, bob, long, curly, receding, tied, fringe
  }

  enum Beard: Int, CaseIterable, Sendable { case none, stubble, moustache, goatee, full }

  // Skull and jaw, factors on the average.
  var width: Float
  var height: Float
  var depth: Float
  var faceLength: Float
  var jawWidth: Float
  var chinWidth: Float
  var chinForward: Float
  var cheekbone: Float
  var fullness: Float
  var forehead: Float

  // Eyes and brows.
  var eyeSpacing: Float
  var eyeHeight: Float
  var eyeWidth: Float
  var eyeOpening: Float
  var eyeTilt: Float
  var eyeDepth: Float
  var browHeight: Float
  var browThickness: Float
  var browSlope: Float
  var browArch: Float
  var browDensity: Float
  var browRidge: Float

  // Nose and mouth.
  var noseLength: Float
  var noseWidth: Float
  var noseHeight: Float
  var noseTip: Float
  var noseHump: Float
  var mouthHeight: Float
  var mouthWidth: Float
  var upperLip: Float
  var lowerLip: Float
  var lipDarkness: Float

  // Ears, neck, shoulders.
  var earSize: Float
  var earFlare: Float
  var neckWidth: Float
  var shoulderWidth: Float

  // Tones: share of the light sent back, 0 … 1.
  var skinTone: Float
  var hairTone: Float
  var irisTone: Float
  var clothTone: Float
  var clothPattern: Int

  var hairStyle: HairStyle
  /// Height of the hairline in the middle of the forehead.
  var hairline: Float
  var hairVolume: Float
  /// Where the hair parts, < 0 left in the picture.
  var parting: Float
  var beard: Beard
  /// nil without glasses, else how round they are, 0 square … 1 round.
  var glasses: Float?
  /// 0 young … 1 old: depth of lines and folds.
  var age: Float
  var lean: Float
  var tilt: Float
  /// Seeds the fine structure of skin and hair.
  var grain: UInt32

  /// Draws a head from `generator`.
  init(using generator: inout SeededGenerator) {
    /// A value near `mean`, within ± 1.5 `spread`, spread its standard deviation doubled.
    func draw(_ mean: Float, _ spread: Float) -> Float {
      let sum = generator.uniform() + generator.uniform() + generator.uniform()
      return mean + spread * Float(sum - 1.5)
    }
    func chance(_ share: Double) -> Bool { generator.uniform() < share }
    width = draw(1, 0.10)
    height = draw(1, 0.09)
    depth = draw(1, 0.08)
    faceLength = draw(1, 0.14)
    jawWidth = draw(1, 0.30)
    chinWidth = draw(1, 0.45)
    chinForward = draw(0, 0.12)
    cheekbone = draw(0, 0.06)
    fullness = draw(1, 0.40)
    forehead = draw(0, 0.08)
    eyeSpacing = draw(0.318, 0.040)
    eyeHeight = draw(0, 0.07)
    eyeWidth = draw(0.150, 0.028)
    eyeOpening = draw(0.047, 0.020)
    eyeTilt = draw(0.04, 0.14)
    eyeDepth = draw(0, 0.05)
    browHeight = draw(0.185, 0.07)
    browThickness = draw(0.040, 0.032)
    browSlope = draw(0.06, 0.22)
    browArch = draw(0.045, 0.06)
    browDensity = draw(0.80, 0.35)
    browRidge = draw(1, 0.9)
    noseLength = draw(1, 0.24)
    noseWidth = draw(1, 0.40)
    noseHeight = draw(1, 0.45)
    noseTip = draw(0, 0.10)
    noseHump = draw(0, 0.06)
    mouthHeight = draw(0, 0.08)
    mouthWidth = draw(0.255, 0.07)
    upperLip = draw(0.062, 0.040)
    lowerLip = draw(0.080, 0.045)
    lipDarkness = draw(0.68, 0.24)
    earSize = draw(0.92, 0.20)
    earFlare = draw(0.42, 0.35)
    neckWidth = draw(1, 0.30)
    shoulderWidth = draw(1, 0.25)
    let skin = Float(generator.uniform())
    skinTone = 0.20 + 0.48 * (1 - (1 - skin) * (1 - skin))
    let fair = Float(generator.uniform())
    // Fair hair is rarer than dark, and rarer still over dark skin.
    hairTone = 0.025 + 0.40 * fair * fair * fair * (skinTone > 0.42 ? 1 : 0.25)
    irisTone = chance(0.6) ? draw(0.05, 0.03) : draw(0.22, 0.12)
    clothTone = 0.04 + 0.75 * Float(generator.uniform()) * Float(generator.uniform())
    clothPattern = generator.below(4)
    hairStyle = HairStyle.allCases[generator.below(HairStyle.allCases.count)]
    hairline = draw(0.57, 0.14)
    hairVolume = draw(1, 0.7)
    parting = draw(0, 0.5)
    age = Float(generator.uniform())
    if age > 0.75, chance(0.6) { hairTone = 0.30 + 0.35 * age * Float(generator.uniform()) }
    let long = hairStyle == .bob || hairStyle == .long || hairStyle == .tied
    let bearded = !long && chance(0.40)
    beard = bearded ? Beard.allCases[1 + generator.below(Beard.allCases.count - 1)] : .none
    glasses = chance(0.25) ? Float(generator.uniform()) : nil
    lean = draw(0, 0.035)
    tilt = draw(0, 0.03)
    grain = UInt32(truncatingIfNeeded: generator.next())
  }
}
